import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.inputs.GetSshKeyArgs;
import com.pulumi.cloudcompute.inputs.InlineVolumeArgs;
import com.pulumi.cloudcompute.inputs.OsVolumeArgs;
import com.pulumi.resources.CustomResourceOptions;
import java.util.List;

class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");

        var workstation = CloudcomputeFunctions.getSshKey(
                GetSshKeyArgs.builder().name("workstation").build());
        var trainer = new Instance(
                "trainer",
                InstanceArgs.builder()
                        .instanceType("1H100.80S.30V")
                        .image("ubuntu-24.04-cuda-12.8-open-docker")
                        .locationCode("FIN-01")
                        .osVolume(OsVolumeArgs.builder().size(100).build())
                        .volumes(InlineVolumeArgs.builder()
                                .name("scratch")
                                .size(500)
                                .type("NVMe")
                                .build())
                        .sshKeyIds(workstation.applyValue(key -> List.of(key.result().id())))
                        .build(),
                CustomResourceOptions.builder().dependsOn(orphans).build());

        ctx.export("ip", trainer.ip());
    }
}
