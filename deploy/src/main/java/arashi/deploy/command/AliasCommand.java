package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.address.Addresses;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi alias}: addresses that forward to other addresses. */
@Command(
    name = "alias",
    mixinStandardHelpOptions = true,
    description = {
      "Adds, lists and removes aliases, which forward to other addresses.",
      "@DOMAIN is a catch-all for the domain's unknown addresses."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class AliasCommand {
  private static final int PAGE = 500;

  @Spec private CommandSpec spec;

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Adds an alias, or targets to an existing one.")
  int add(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "ALIAS") String alias,
      @Parameters(
              paramLabel = "ADDRESS",
              arity = "1..*",
              description = "addresses of this service that get its mail")
          List<String> targets,
      @Mixin ForceOption force) {
    try (OpenStore open = open(options)) {
      Address address = Address.parse(alias);
      List<Address> to = targets.stream().map(Address::parse).toList();
      open.store().people().addressEdit().addAlias(address, to, force.tombstone());
      out().println("Added " + address + " for " + joined(to));
      out().flush();
      return ExitCode.DONE;
    } catch (AddressRefusedException e) {
      throw force.refused(e);
    }
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the aliases.")
  int list(@Mixin StoreOptions options) {
    try (OpenStore open = open(options)) {
      Optional<Address> after = Optional.of(Addresses.FIRST);
      while (after.isPresent()) {
        Addresses.Aliases page = open.store().people().addresses().aliases(after.get(), PAGE);
        page.aliases()
            .forEach(alias -> out().println(alias.address() + "\t" + joined(alias.targets())));
        after = page.next();
      }
    }
    out().flush();
    return ExitCode.DONE;
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Removes an alias, or some targets of it.")
  int remove(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "ALIAS") String alias,
      @Parameters(paramLabel = "ADDRESS", arity = "0..*", description = "targets; none: all")
          List<String> targets) {
    try (OpenStore open = open(options)) {
      Address address = Address.parse(alias);
      List<Address> of =
          targets == null ? List.of() : targets.stream().map(Address::parse).toList();
      if (!open.store().people().addressEdit().removeAlias(address, of)) {
        throw new CommandException(
            "there is no alias " + address + (of.isEmpty() ? "" : " for " + joined(of)));
      }
      out().println("Removed " + address + (of.isEmpty() ? "" : " for " + joined(of)));
      out().flush();
      return ExitCode.DONE;
    } catch (AddressRefusedException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private static String joined(List<Address> addresses) {
    return addresses.stream().map(Address::toString).collect(Collectors.joining(", "));
  }

  private OpenStore open(StoreOptions options) {
    return OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Permits giving a user an address that was taken from another. */
  static final class ForceOption {
    @Option(names = "--force", description = "also for an address that another user had")
    private boolean force;

    Tombstone tombstone() {
      return force ? Tombstone.IGNORE : Tombstone.RESPECT;
    }

    CommandException refused(AddressRefusedException e) {
      boolean isTombstone = e.isTombstone();
      return new CommandException(
          e.getMessage() + (isTombstone ? "; --force gives it anyway" : ""), e);
    }
  }
}
