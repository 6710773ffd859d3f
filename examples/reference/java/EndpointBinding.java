package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.EndpointBinding;
import com.pulumi.cloudcompute.EndpointBindingArgs;
import com.pulumi.cloudcompute.Instance;
import com.pulumi.cloudcompute.InstanceArgs;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");
        var needs = CustomResourceOptions.builder().dependsOn(orphans).build();

        var backend = new Instance(
                "backend",
                InstanceArgs.builder()
                        .instanceType("CPU.4V.16G")
                        .image("ubuntu-24.04")
                        .locationCode("FIN-01")
                        .build(),
                needs);
        // pulumi config set network <id of a private network>
        var endpoint = new EndpointBinding(
                "inference",
                EndpointBindingArgs.builder()
                        .service("inference")
                        .sourcePrivateNetworkId(ctx.config().require("network"))
                        .endpointIp("10.0.0.200") // stays the same when the machine is replaced
                        .targetWorkloadId(backend.id())
                        .build());

        ctx.export("reaches", endpoint.targetOverlayIp());
    }
}
