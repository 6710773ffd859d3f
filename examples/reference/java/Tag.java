package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.Tag;
import com.pulumi.cloudcompute.TagArgs;
import com.pulumi.cloudcompute.Volume;
import com.pulumi.cloudcompute.VolumeArgs;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval("orphans");
        var needs = CustomResourceOptions.builder().dependsOn(orphans).build();

        var archive = new Volume(
                "archive",
                VolumeArgs.builder().size(200).type("NVMe").locationCode("FIN-01").build(),
                needs);
        var owner = new Tag(
                "owner",
                TagArgs.builder()
                        .resourceType("volume")
                        .resourceId(archive.id())
                        .key("owner")
                        .value("research")
                        .build());

        ctx.export("tagId", owner.tagId());
    }
}
