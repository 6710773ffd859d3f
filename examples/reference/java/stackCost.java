package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.CloudcomputeFunctions;
import com.pulumi.cloudcompute.OrphanRemoval;
import com.pulumi.cloudcompute.Volume;
import com.pulumi.cloudcompute.VolumeArgs;
import com.pulumi.cloudcompute.inputs.GetStackCostArgs;
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

        var models = new Volume(
                "models",
                VolumeArgs.builder().size(100).type("NVMe").locationCode("FIN-01").build(),
                needs);
        var reports = new Volume(
                "reports",
                VolumeArgs.builder().size(50).type("NVMe").locationCode("FIN-01").build(),
                needs);

        // Instances, volumes and clusters, in the same order in each list.
        var cost = CloudcomputeFunctions.getStackCost(GetStackCostArgs.builder()
                .hourlyCosts(Output.all(models.hourlyCost(), reports.hourlyCost()))
                .monthlyCosts(Output.all(models.monthlyCost(), reports.monthlyCost()))
                .currencies(Output.all(models.currency(), reports.currency()))
                .build());

        ctx.export("perHour", cost.applyValue(answer -> answer.result().hourlyCost()));
        ctx.export("perMonth", cost.applyValue(answer -> answer.result().monthlyCost()));
    }
}
