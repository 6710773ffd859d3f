package myproject;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.cloudcompute.SshKey;
import com.pulumi.cloudcompute.SshKeyArgs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var laptop = new SshKey("laptop", SshKeyArgs.builder().key(publicKey()).build());

        ctx.export("fingerprint", laptop.fingerprint());
    }

    private static String publicKey() {
        try {
            return Files.readString(Path.of("id_ed25519.pub"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
