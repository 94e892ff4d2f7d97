/* A shared object that is no plugin. */
const int nothing_here = 1;
