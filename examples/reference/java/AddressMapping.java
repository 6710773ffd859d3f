package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.AddressMapping;
import com.pulumi.cloudcompute.AddressMappingArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        // pulumi config set network <id of a private network>
        // pulumi config set otherNetwork <id of another one>
        var mapping = new AddressMapping(
                "archiveAddresses",
                AddressMappingArgs.builder()
                        .service("storage")
                        .locationCode("FIN-01")
                        .sourcePrivateNetworkId(ctx.config().require("network"))
                        .sourceCidr("10.0.8.0/24")
                        .targetPrivateNetworkId(ctx.config().require("otherNetwork"))
                        .targetCidr("10.16.8.0/24")
                        .build());

        ctx.export("mappedSince", mapping.createdAt());
    }
}
