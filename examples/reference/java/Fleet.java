package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.InstancesReady;
import com.pulumi.cloudcompute.InstancesReadyArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.inputs.GetSshKeyArgs;
import com.pulumi.core.Output;
import com.pulumi.resources.CustomResourceOptions;
import java.util.ArrayList;

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
        var ids = new ArrayList<Output<String>>();
        for (int index = 0; index < 3; index++) {
            var machine = new Instance(
                    "workers-" + index,
                    InstanceArgs.builder()
                            .instanceType("1V100.6V")
                            .image("ubuntu-24.04-cuda-12.8-open-docker")
                            .locationCode("FIN-01")
                            .sshKeyIds(Output.all(workstation))
                            .awaitReady(false)
                            .build(),
                    needs);
            ids.add(machine.id());
        }
        var workers = new InstancesReady(
                "workers", InstancesReadyArgs.builder().instanceIds(Output.all(ids)).build());

        ctx.export("addresses", workers.instances().applyValue(machines ->
                machines.stream().map(machine -> machine.ip()).toList()));
    }
}
