package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.Cluster;
import com.pulumi.cloudcompute.ClusterArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.inputs.ClusterSharedVolumeArgs;
import com.pulumi.cloudcompute.inputs.GetSshKeyArgs;
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
        var cluster = new Cluster(
                "train",
                ClusterArgs.builder()
                        .clusterType("16H100")
                        .image("ubuntu-22.04-cuda-12.4-cluster")
                        .locationCode("FIN-01")
                        .sharedVolume(ClusterSharedVolumeArgs.builder()
                                .name("datasets")
                                .size(1000)
                                .build())
                        .sshKeyIds(Output.all(workstation))
                        .build(),
                needs);

        ctx.export("login", cluster.ip());
        ctx.export("nodes", cluster.workerNodes().applyValue(nodes ->
                nodes.stream().map(node -> node.hostname()).toList()));
    }
}
