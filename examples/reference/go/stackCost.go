package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Removes what an interrupted run has left, at `pulumi destroy`.
		orphans, err := cloud.NewOrphanRemoval(ctx, "orphans", nil)
		if err != nil {
			return err
		}
		needs := pulumi.DependsOn([]pulumi.Resource{orphans})

		var hourly, monthly pulumi.Float64Array
		var currencies pulumi.StringArray
		for name, size := range map[string]int{"models": 100, "reports": 50} {
			volume, err := cloud.NewVolume(ctx, name, &cloud.VolumeArgs{
				Size:         pulumi.Int(size),
				Type:         pulumi.String("NVMe"),
				LocationCode: pulumi.String("FIN-01"),
			}, needs)
			if err != nil {
				return err
			}
			hourly = append(hourly, volume.HourlyCost)
			monthly = append(monthly, volume.MonthlyCost)
			currencies = append(currencies, volume.Currency)
		}
		cost := cloud.GetStackCostOutput(ctx, cloud.GetStackCostOutputArgs{
			HourlyCosts:  hourly,
			MonthlyCosts: monthly,
			Currencies:   currencies,
		}).Result()
		ctx.Export("perHour", cost.HourlyCost())
		ctx.Export("perMonth", cost.MonthlyCost())
		return nil
	})
}
