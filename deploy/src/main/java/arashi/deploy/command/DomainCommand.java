package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.mime.address.Domain;
import arashi.store.address.Address;
import arashi.store.address.AddressRefusedException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi domain}: the domains whose mail is accepted. */
@Command(
    name = "domain",
    mixinStandardHelpOptions = true,
    description = "Adds, lists and removes the domains whose mail is received.",
    synopsisSubcommandLabel = "COMMAND")
public final class DomainCommand {

  @Spec private CommandSpec spec;

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Receives mail for a domain from now on.")
  int add(@Mixin StoreOptions options, @Parameters(paramLabel = "DOMAIN") String typed) {
    try (OpenStore open = open(options)) {
      String domain = Address.domain(typed);
      if (!open.store().people().addressEdit().addDomain(domain)) {
        throw new CommandException(domain + " is a domain of this service already");
      }
      out().println("Added " + domain);
      out()
          .println(
              "Other sites write to its postmaster (RFC 5321): arashi alias add postmaster@"
                  + domain
                  + " ADDRESS");
      out().flush();
      return ExitCode.DONE;
    } catch (AddressRefusedException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the domains.")
  int list(@Mixin StoreOptions options) {
    try (OpenStore open = open(options)) {
      for (String domain : open.store().people().addresses().domains()) {
        String shown = Domain.unicode(domain);
        out().println(shown.equals(domain) ? domain : domain + "\t" + shown);
      }
    }
    out().flush();
    return ExitCode.DONE;
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = {"Stops receiving mail for a domain.", "Users and received mail stay."})
  int remove(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "DOMAIN") String typed,
      @Option(
              names = "--with-addresses",
              description = "also removes its addresses and aliases; otherwise it must have none")
          boolean withAddresses) {
    try (OpenStore open = open(options)) {
      String domain = Address.domain(typed);
      if (!open.store().people().addressEdit().removeDomain(domain, withAddresses)) {
        throw new CommandException(domain + " is not a domain of this service");
      }
      out().println("Removed " + domain);
      out().flush();
      return ExitCode.DONE;
    } catch (AddressRefusedException e) {
      throw new CommandException(e.getMessage() + "; see --with-addresses", e);
    }
  }

  private OpenStore open(StoreOptions options) {
    return OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
