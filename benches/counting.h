/* Counts the allocations of this process, those of the library included. */
#ifndef COUNTING_H
#define COUNTING_H

#include <stddef.h>
#include <stdint.h>

/* How often the calling thread has asked for memory, and for how many bytes. */
uint64_t allocations(void);
uint64_t allocated_bytes(void);

/* What is allocated now, without the allocator's reserves; what is resident now. In bytes. */
size_t heap_in_use(void);
size_t resident(void);

/* Gives all that is free back to the system. */
void give_heap_back(void);

/* From now on the heap keeps what it has got, as a process's does that has run for a while: no figure has the page faults
   of a heap that comes and goes. */
void keep_heap(void);

#endif
