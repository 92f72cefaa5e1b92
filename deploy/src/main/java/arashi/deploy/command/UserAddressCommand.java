package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.address.Address;
import arashi.store.address.AddressRefusedException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi user address}: the addresses whose mail a user receives. */
@Command(
    name = "address",
    mixinStandardHelpOptions = true,
    description = {
      "Adds, removes or lists the addresses of a user.",
      "@DOMAIN is a catch-all for the domain's unknown addresses."
    })
final class UserAddressCommand implements Callable<Integer> {
  @Mixin private StoreOptions options;
  @Mixin private AliasCommand.ForceOption force;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME")
  private String name;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ADDRESS",
      description = "without it, lists the addresses")
  private String address;

  @Option(names = "--remove", description = "removes the address; no other user gets it")
  private boolean remove;

  @Override
  public Integer call() {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec))) {
      Account account = UserCommand.existing(open.store(), name);
      if (address == null) {
        list(open.store(), account);
      } else {
        change(open.store(), account, Address.parse(address));
      }
    } catch (AddressRefusedException e) {
      throw force.refused(e);
    }
    return ExitCode.DONE;
  }

  private void list(Store store, Account account) {
    PrintWriter out = spec.commandLine().getOut();
    store.people().addresses().of(account.id()).forEach(out::println);
    out.flush();
  }

  private void change(Store store, Account account, Address wanted) {
    PrintWriter out = spec.commandLine().getOut();
    if (!remove) {
      store.people().addressEdit().give(account.id(), wanted, force.tombstone());
      out.println("Mail for " + wanted + " goes to " + account.name());
    } else if (store.people().addressEdit().take(account.id(), wanted)) {
      out.println("Mail for " + wanted + " is refused from now on");
    } else {
      throw new CommandException(account.name() + " does not have the address " + wanted);
    }
    out.flush();
  }

  /** Parses an address that is not a catch-all. */
  static Address personal(String typed) {
    try {
      Address address = Address.parse(typed);
      if (!address.isCatchAll()) {
        return address;
      }
      throw new CommandException(typed + " is not an address: the part before the @ is missing");
    } catch (AddressRefusedException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }
}
