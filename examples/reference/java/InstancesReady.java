package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.InstancesReady;
import com.pulumi.cloudcompute.InstancesReadyArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.core.Output;
import com.pulumi.resources.CustomResourceOptions;
import java.util.ArrayList;
import java.util.List;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");
        var needs = CustomResourceOptions.builder().dependsOn(orphans).build();

        var ids = new ArrayList<Output<String>>();
        for (var name : List.of("left", "right")) {
            var machine = new Instance(
                    name,
                    InstanceArgs.builder()
                            .instanceType("CPU.4V.16G")
                            .image("ubuntu-24.04")
                            .locationCode("FIN-01")
                            .awaitReady(false)
                            .build(),
                    needs);
            ids.add(machine.id());
        }
        var fleet = new InstancesReady(
                "fleet", InstancesReadyArgs.builder().instanceIds(Output.all(ids)).build());

        ctx.export("addresses", fleet.instances().applyValue(machines ->
                machines.stream().map(machine -> machine.ip()).toList()));
    }
}
