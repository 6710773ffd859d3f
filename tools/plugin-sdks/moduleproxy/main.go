// Writes a Go module into a folder that serves as GOPROXY, as a module proxy would after the release of its tag.
//
// Usage: go run ./moduleproxy FOLDER MODULE VERSION PROXY
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	if len(os.Args) != 5 {
		fail(errors.New("four arguments are needed: the folder, the module, its version and the folder of the proxy"))
	}
	if err := publish(os.Args[1], module.Version{Path: os.Args[2], Version: os.Args[3]}, os.Args[4]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func publish(folder string, of module.Version, proxy string) error {
	path, err := module.EscapePath(of.Path)
	if err != nil {
		return err
	}
	target := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": of.Version, "Time": time.Unix(0, 0).UTC()})
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"list":               []byte(of.Version + "\n"),
		of.Version + ".info": info,
		of.Version + ".mod":  mod,
	} {
		if err := os.WriteFile(filepath.Join(target, name), content, 0o644); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(target, of.Version+".zip"))
	if err != nil {
		return err
	}
	return errors.Join(zip.CreateFromDir(archive, of, folder), archive.Close())
}
