package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.OrphanRemovalArgs;
import com.pulumi.cloudcompute.Provider;
import com.pulumi.cloudcompute.ProviderArgs;
import com.pulumi.cloudcompute.Volume;
import com.pulumi.cloudcompute.VolumeArgs;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var config = ctx.config();
        var research = new Provider(
                "research",
                ProviderArgs.builder()
                        .baseUrl(config.require("researchUrl"))
                        .clientId(config.require("researchClientId"))
                        .clientSecret(config.requireSecret("researchClientSecret"))
                        .build());

        // Removes what an interrupted run has left, at `pulumi destroy`.
        var orphans = new OrphanRemoval(
                "research-orphans",
                OrphanRemovalArgs.Empty,
                CustomResourceOptions.builder().provider(research).build());
        var results = new Volume(
                "results",
                VolumeArgs.builder().size(100).type("NVMe").locationCode("FIN-01").build(),
                CustomResourceOptions.builder().provider(research).dependsOn(orphans).build());

        ctx.export("resultsId", results.id());
    }
}
