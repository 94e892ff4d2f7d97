// Command service-go serves system prompts over HTTP, one composed for each request:
//
//	GET /prompt?family=anthropic&tenant=acme&tool=shell&tool=edit&depth=1
//	PUT /notice      the body is told in every prompt from then on; an empty one is not
//	POST /reload     reads the operators' prompts again
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	address := flag.String("listen", "127.0.0.1:8080", "the `address` to listen on")
	manifest := flag.String("prompts", "prompts.json", "the `file` with the operators' prompts")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on http://%s", listener.Addr())
	if err := run(ctx, listener, *manifest); err != nil {
		log.Fatal(err)
	}
}

// run serves until the context is done, and lets the requests under way finish.
func run(ctx context.Context, listener net.Listener, manifest string) error {
	service, err := newService(manifest)
	if err != nil {
		return err
	}
	defer service.Close()
	server := &http.Server{Handler: service, ReadHeaderTimeout: 5 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Shutdown(patience)
}
