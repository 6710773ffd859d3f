package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.Volume;
import com.pulumi.cloudcompute.VolumeArgs;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var orphans = new OrphanRemoval("orphans");
        var checkpoints = new Volume(
                "checkpoints",
                VolumeArgs.builder().size(100).type("NVMe").locationCode("FIN-01").build(),
                CustomResourceOptions.builder().dependsOn(orphans).build());

        ctx.export("checkpointsId", checkpoints.id());
    }
}
