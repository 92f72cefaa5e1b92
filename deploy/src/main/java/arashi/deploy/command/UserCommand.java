package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.front.account.PasswordRules;
import arashi.request.login.Passwords;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.Accounts;
import arashi.store.account.NameTakenException;
import arashi.store.address.Address;
import arashi.store.address.AddressRefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi user}: accounts. */
@Command(
    name = "user",
    mixinStandardHelpOptions = true,
    description = "Adds, changes, lists and removes users.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {UserAddressCommand.class, UserQuotaCommand.class, UserRestoreCommand.class})
public final class UserCommand {
  private static final String DEFAULT_CLASS = "standard";
  private static final int PAGE = 500;

  @Spec private CommandSpec spec;

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Adds a user.",
        "A name like ada@example.org is also the user's address: mail for it is received from then on,"
            + " and example.org becomes a domain of this service if it is not one."
      })
  int add(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Mixin PasswordOptions password,
      @Option(names = "--class", paramLabel = "CLASS", description = "service class (standard)")
          String serviceClass,
      @Option(names = "--admin", description = "may use the console") boolean admin,
      @Option(
              names = "--address",
              paramLabel = "ADDRESS",
              description = "the user's address, if it is not the name")
          String address,
      @Option(names = "--no-address", description = "the name is not an address of this service")
          boolean noAddress,
      @Mixin AliasCommand.ForceOption force)
      throws IOException {
    String wanted = serviceClass == null ? DEFAULT_CLASS : serviceClass;
    Optional<Address> receives = receives(name, address, noAddress);
    String hash = Passwords.hash(checked(password.read())); // before the database is opened
    try (OpenStore open = open(options)) {
      Store store = open.store();
      if (store.people().accounts().byName(name).isPresent()) {
        throw new CommandException("there is a user " + name + " already");
      }
      boolean newDomain =
          receives.isPresent()
              && !store.people().addresses().domains().contains(receives.get().domain());
      Accounts.Contents contents =
          receives
              .map(each -> store.people().addressEdit().giving(each, true, force.tombstone()))
              .orElse(Accounts.NOTHING);
      store.people().accounts().create(name, hash, wanted, admin, 0, contents);
      out().println("Added " + name);
      receives.ifPresent(each -> out().println("Mail for " + each + " is received"));
      if (newDomain) {
        out().println(receives.get().domain() + " is a domain of this service from now on");
      }
      out().flush();
    } catch (AddressRefusedException e) {
      throw force.refused(e);
    } catch (IllegalArgumentException | NameTakenException e) {
      throw new CommandException(e.getMessage(), e);
    }
    return ExitCode.DONE;
  }

  private static Optional<Address> receives(String name, String address, boolean none) {
    if (none && address != null) {
      throw new CommandException("--address and --no-address exclude each other");
    }
    if (address != null) {
      return Optional.of(UserAddressCommand.personal(address));
    }
    return none ? Optional.empty() : Address.read(name.strip());
  }

  @Command(
      name = "passwd",
      mixinStandardHelpOptions = true,
      description = "Sets a user's password, and ends the user's sessions.")
  int passwd(
      @Mixin StoreOptions options,
      @Mixin PasswordOptions password,
      @Parameters(paramLabel = "NAME") String name)
      throws IOException {
    String hash = Passwords.hash(checked(password.read()));
    try (OpenStore open = open(options)) {
      open.store().people().accounts().setPassword(existing(open.store(), name).id(), hash);
    }
    out().println("Changed the password of " + name);
    return ExitCode.DONE;
  }

  @Command(
      name = "class",
      mixinStandardHelpOptions = true,
      description = "Puts a user into a service class.")
  int serviceClass(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "CLASS") String serviceClass) {
    try (OpenStore open = open(options)) {
      open.store().people().accounts().setClass(existing(open.store(), name).id(), serviceClass);
    } catch (IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
    out().println(name + " is " + serviceClass + " now");
    return ExitCode.DONE;
  }

  @Command(
      name = "admin",
      mixinStandardHelpOptions = true,
      description = "Grants or revokes access to the console.")
  int admin(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--revoke", description = "revokes it") boolean revoke) {
    try (OpenStore open = open(options)) {
      open.store().people().accounts().setAdmin(existing(open.store(), name).id(), !revoke);
    }
    out().println(name + (revoke ? " is no longer an admin" : " is an admin now"));
    return ExitCode.DONE;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the users.")
  int list(@Mixin StoreOptions options) {
    try (OpenStore open = open(options)) {
      List<Account> page = open.store().people().accounts().list("", PAGE);
      while (!page.isEmpty()) {
        page.forEach(this::print);
        page = open.store().people().accounts().list(page.get(page.size() - 1).name(), PAGE);
      }
    }
    out().flush();
    return ExitCode.DONE;
  }

  private void print(Account account) {
    out()
        .printf(
            "%s\t%s%s%n", account.name(), account.serviceClass(), account.admin() ? "\tadmin" : "");
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Removes a user and all of the user's mail.")
  int remove(@Mixin StoreOptions options, @Parameters(paramLabel = "NAME") String name) {
    try (OpenStore open = open(options)) {
      open.store().people().accounts().remove(existing(open.store(), name).id());
    }
    out().println("Removed " + name);
    return ExitCode.DONE;
  }

  private OpenStore open(StoreOptions options) {
    return OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec));
  }

  /**
   * Returns the user of that name.
   *
   * @throws CommandException if there is none
   */
  static Account existing(Store store, String name) {
    return store
        .people()
        .accounts()
        .byName(name)
        .orElseThrow(() -> new CommandException("there is no user " + name));
  }

  private static String checked(String password) {
    if (password == null || password.length() < PasswordRules.LEAST) {
      throw new CommandException("a password has at least " + PasswordRules.LEAST + " characters");
    }
    if (password.length() > PasswordRules.MOST) {
      throw new CommandException("a password has at most " + PasswordRules.MOST + " characters");
    }
    return password;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
