// One GPU machine with a data volume, in Go:
//
//	npm run plugin:build
//	cd plugin/examples/go && pulumi stack init dev && pulumi up
package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

func main() {
	pulumi.Run(program)
}
