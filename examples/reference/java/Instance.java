package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.inputs.GetSshKeyArgs;
import com.pulumi.cloudcompute.inputs.InlineVolumeArgs;
import com.pulumi.cloudcompute.inputs.OsVolumeArgs;
import com.pulumi.core.Output;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");
        var needs = CustomResourceOptions.builder().dependsOn(orphans).build();

        var workstation = CloudcomputeFunctions.getSshKey(
                        GetSshKeyArgs.builder().name("workstation").build())
                .applyValue(answer -> answer.result().id());
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
                        .sshKeyIds(Output.all(workstation))
                        .build(),
                needs);

        ctx.export("ip", trainer.ip());
    }
}
