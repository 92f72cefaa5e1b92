package arashi.deploy;

import arashi.request.login.Passwords;
import arashi.store.Account;
import arashi.store.NameTakenException;
import arashi.store.Store;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
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
    synopsisSubcommandLabel = "COMMAND")
final class UserCommand {
  private static final String DEFAULT_CLASS = "standard";
  private static final int MIN_PASSWORD = 8;
  private static final int PAGE = 500;

  @Spec private CommandSpec spec;

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Adds a user.")
  int add(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--password-stdin", description = "read the password from standard input")
          boolean fromStdin,
      @Option(names = "--class", paramLabel = "CLASS", description = "service class (standard)")
          String serviceClass,
      @Option(names = "--admin", description = "may use the console") boolean admin)
      throws IOException {
    String wanted = serviceClass == null ? DEFAULT_CLASS : serviceClass;
    try (OpenStore open = OpenStore.forCommand(options.settings())) {
      if (open.store().accounts().byName(name).isPresent()) {
        throw new CommandException("there is a user " + name + " already");
      }
      String hash = Passwords.hash(password(fromStdin));
      create(open.store(), name, hash, wanted, admin);
    }
    out().println("Added " + name);
    return Main.DONE;
  }

  private static void create(
      Store store, String name, String hash, String serviceClass, boolean admin) {
    try {
      store.accounts().create(name, hash, serviceClass, admin, 0);
    } catch (IllegalArgumentException | NameTakenException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  @Command(
      name = "passwd",
      mixinStandardHelpOptions = true,
      description = "Sets a user's password, and ends the user's sessions.")
  int passwd(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--password-stdin", description = "read the password from standard input")
          boolean fromStdin)
      throws IOException {
    try (OpenStore open = OpenStore.forCommand(options.settings())) {
      Account account = existing(open.store(), name);
      open.store().accounts().setPassword(account.id(), Passwords.hash(password(fromStdin)));
    }
    out().println("Changed the password of " + name);
    return Main.DONE;
  }

  @Command(
      name = "class",
      mixinStandardHelpOptions = true,
      description = "Puts a user into a service class.")
  int serviceClass(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "CLASS") String serviceClass) {
    try (OpenStore open = OpenStore.forCommand(options.settings())) {
      open.store().accounts().setClass(existing(open.store(), name).id(), serviceClass);
    } catch (IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
    out().println(name + " is " + serviceClass + " now");
    return Main.DONE;
  }

  @Command(
      name = "admin",
      mixinStandardHelpOptions = true,
      description = "Lets a user use the console, or no longer.")
  int admin(
      @Mixin StoreOptions options,
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--revoke", description = "no longer") boolean revoke) {
    try (OpenStore open = OpenStore.forCommand(options.settings())) {
      open.store().accounts().setAdmin(existing(open.store(), name).id(), !revoke);
    }
    out().println(name + (revoke ? " is no admin any more" : " is an admin now"));
    return Main.DONE;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the users.")
  int list(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings())) {
      List<Account> page = open.store().accounts().list("", PAGE);
      while (!page.isEmpty()) {
        page.forEach(this::print);
        page = open.store().accounts().list(page.get(page.size() - 1).name(), PAGE);
      }
    }
    out().flush();
    return Main.DONE;
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
    try (OpenStore open = OpenStore.forCommand(options.settings())) {
      open.store().accounts().remove(existing(open.store(), name).id());
    }
    out().println("Removed " + name);
    return Main.DONE;
  }

  private static Account existing(Store store, String name) {
    return store
        .accounts()
        .byName(name)
        .orElseThrow(() -> new CommandException("there is no user " + name));
  }

  private String password(boolean fromStdin) throws IOException {
    String password = fromStdin ? readLine() : ask();
    if (password == null || password.length() < MIN_PASSWORD) {
      throw new CommandException("a password has at least " + MIN_PASSWORD + " characters");
    }
    if (password.length() > Passwords.MAX_CHARS) {
      throw new CommandException("a password has at most " + Passwords.MAX_CHARS + " characters");
    }
    return password;
  }

  private static String readLine() throws IOException {
    return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
  }

  /** From JDK 22 on there is always a console; without a terminal it reads standard input. */
  @SuppressWarnings("SystemConsoleNull")
  private static String ask() {
    Console console = System.console();
    if (console == null) {
      throw new CommandException("no terminal to ask for a password: use --password-stdin");
    }
    char[] first = console.readPassword("Password: ");
    char[] second = console.readPassword("Again: ");
    if (!Arrays.equals(first, second)) {
      throw new CommandException("the two passwords differ");
    }
    return first == null ? null : new String(first);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
