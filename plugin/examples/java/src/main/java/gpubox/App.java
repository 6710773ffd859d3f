// One GPU machine with a data volume, in Java:
//
//   npm run plugin:build
//   mvn --file plugin/dist/sdk/java -Dmaven.test.skip=true install
//   cd plugin/examples/java && pulumi stack init dev && pulumi up
package gpubox;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.SshKey;
import com.pulumi.cloudcompute.SshKeyArgs;
import com.pulumi.cloudcompute.Volume;
import com.pulumi.cloudcompute.VolumeArgs;
import com.pulumi.cloudcompute.inputs.OsVolumeArgs;
import com.pulumi.core.Output;
import com.pulumi.resources.CustomResourceOptions;
import java.util.Map;

public class App {
    // Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
    private static final String PUBLIC_KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me@example.com";

    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        var tags = Map.of("team", ctx.config().require("team"));
        var location = CloudcomputeFunctions.getLocations().applyValue(all -> all.result().get(0).code());

        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");
        var needs = CustomResourceOptions.builder().dependsOn(orphans).build();

        var key = new SshKey("key", SshKeyArgs.builder().key(PUBLIC_KEY).build());
        var data = new Volume(
                "data",
                VolumeArgs.builder().size(100).type("NVMe").locationCode(location).tags(tags).build(),
                needs);
        var trainer = new Instance(
                "trainer",
                InstanceArgs.builder()
                        .instanceType("1V100.6V")
                        .image("ubuntu-24.04-cuda-12.8-open-docker")
                        .locationCode(data.locationCode())
                        .osVolume(OsVolumeArgs.builder().size(60).build())
                        .existingVolumes(Output.all(data.id()))
                        .sshKeyIds(Output.all(key.id()))
                        .tags(tags)
                        .build(),
                needs);

        ctx.export("ip", trainer.ip());
        ctx.export("volume", data.id());
    }
}
