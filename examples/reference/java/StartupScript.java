package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.StartupScript;
import com.pulumi.cloudcompute.StartupScriptArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var setup = new StartupScript(
                "setup",
                StartupScriptArgs.builder()
                        .script("#!/bin/bash\napt-get update && apt-get install -y tmux\n")
                        .build());

        ctx.export("scriptId", setup.id());
    }
}
