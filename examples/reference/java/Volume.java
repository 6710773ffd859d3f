package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.Volume;
import com.pulumi.cloudcompute.VolumeArgs;
import com.pulumi.resources.CustomResourceOptions;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");
        var needs = CustomResourceOptions.builder().dependsOn(orphans).build();

        var data = new Volume(
                "data",
                VolumeArgs.builder()
                        .size(500)
                        .type("NVMe")
                        .locationCode("FIN-01")
                        .tags(Map.of("team", "research"))
                        .build(),
                needs);

        ctx.export("price", data.monthlyCost());
    }
}
