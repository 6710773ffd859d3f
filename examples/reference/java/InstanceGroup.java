package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.InstanceGroup;
import com.pulumi.cloudcompute.InstanceGroupArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.inputs.GetSshKeyArgs;
import com.pulumi.cloudcompute.inputs.InstanceGroupOsVolumeArgs;
import com.pulumi.cloudcompute.inputs.InstanceGroupTemplateArgs;
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
        var servers = new InstanceGroup(
                "servers",
                InstanceGroupArgs.builder()
                        .instanceType("1V100.6V")
                        .locationCode("FIN-01")
                        .template(InstanceGroupTemplateArgs.builder()
                                .image("ubuntu-24.04-cuda-12.8-open-docker")
                                .osVolume(InstanceGroupOsVolumeArgs.builder().size(100).build())
                                .sshKeyIds(Output.all(workstation))
                                .build())
                        .build());
        // The type, the image and the location are those of the group. A changed template replaces the machine.
        var server = new Instance(
                "server",
                InstanceArgs.builder()
                        .instanceGroupId(servers.id())
                        .groupRevision(servers.revision())
                        .build(),
                needs);

        ctx.export("address", server.ip());
    }
}
