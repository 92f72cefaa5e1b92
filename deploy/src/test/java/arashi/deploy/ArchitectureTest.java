package arashi.deploy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.stream.Stream;
import seda.kernel.Clock;
import seda.netio.TcpServer;

/**
 * Dependencies point down only, and time is injected. That no cycle spans packages is checked where
 * every module can be seen: {@code benchmarks.PackageCyclesTest}.
 */
@AnalyzeClasses(
    packages = {"seda", "haboob", "gnutella", "db.migrations", "arashi"},
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
final class ArchitectureTest {
  /** Other modules' tests come in jars, which the other option does not know. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final Set<String> CLOCKS =
      Set.of("nanoTime", "currentTimeMillis", "now", "systemUTC", "systemDefaultZone", "system");

  /** The packages of the mail service; each package of {@code request} is a request type. */
  private static final String[] MAIL = {
    "arashi",
    "arashi.front..",
    "arashi.request.*",
    "arashi.compose..",
    "arashi.store..",
    "arashi.target..",
    "arashi.console..",
    "arashi.delivery..",
    "arashi.mime..",
    "arashi.ingest..",
    "arashi.outbox..",
    "arashi.remote.."
  };

  private static final Set<String> OTHERS =
      Set.of(
          "seda.kernel..",
          "seda.netio..",
          "seda.fileio..",
          "haboob..",
          "gnutella..",
          "db.migrations..",
          "arashi.web..",
          "arashi.deploy..");

  @ArchTest
  static final ArchRule modules =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("seda.kernel")
          .definedBy("seda.kernel..")
          .layer("seda.netio")
          .definedBy("seda.netio..")
          .layer("seda.fileio")
          .definedBy("seda.fileio..")
          .layer("haboob")
          .definedBy("haboob..")
          .layer("gnutella")
          .definedBy("gnutella..")
          .layer("db.migrations")
          .definedBy("db.migrations..")
          .layer("arashi.web")
          .definedBy("arashi.web..")
          .layer("arashi")
          .definedBy(MAIL)
          .layer("deploy")
          .definedBy("arashi.deploy..")
          .whereLayer("deploy")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("arashi")
          .mayOnlyBeAccessedByLayers("deploy")
          .whereLayer("arashi.web")
          .mayOnlyBeAccessedByLayers("arashi", "deploy")
          .whereLayer("db.migrations")
          .mayOnlyBeAccessedByLayers("arashi", "deploy")
          .whereLayer("haboob")
          .mayOnlyBeAccessedByLayers("arashi", "deploy")
          .whereLayer("gnutella")
          .mayOnlyBeAccessedByLayers("deploy")
          .whereLayer("seda.fileio")
          .mayOnlyBeAccessedByLayers("haboob", "arashi", "deploy")
          .whereLayer("seda.netio")
          .mayOnlyBeAccessedByLayers("haboob", "gnutella", "arashi", "deploy")
          .whereLayer("seda.kernel")
          .mayOnlyBeAccessedByLayers(
              "seda.netio", "seda.fileio", "haboob", "gnutella", "arashi", "deploy");

  @ArchTest
  static final ArchRule everyClassIsOfAModule =
      classes()
          .should()
          .resideInAnyPackage(
              Stream.concat(OTHERS.stream(), Stream.of(MAIL)).toArray(String[]::new));

  @ArchTest
  static final ArchRule pagesKnowNothingOfMail =
      noClasses()
          .that()
          .resideInAPackage("arashi.web..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("arashi..")
                  .and(describe("not web", c -> !c.getPackageName().startsWith("arashi.web"))));

  @ArchTest
  static final ArchRule requestsKnowNothingOfEachOther =
      slices().matching("arashi.request.(*)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule requestsUseTheFrontTheStoreAndMimeOnly =
      noClasses()
          .that()
          .resideInAPackage("arashi.request..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "arashi",
                  "arashi.console..",
                  "arashi.delivery..",
                  "arashi.ingest..",
                  "arashi.delivery..",
                  "arashi.deploy..",
                  "haboob..",
                  "db.migrations.."));

  @ArchTest
  static final ArchRule storeAndMimeStandAlone =
      noClasses()
          .that()
          .resideInAnyPackage("arashi.store..", "arashi.mime..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "arashi",
                  "arashi.delivery.protocol..",
                  "arashi.delivery.session..",
                  "arashi.front..",
                  "arashi.request..",
                  "arashi.ingest..",
                  "arashi.outbox..",
                  "arashi.delivery..",
                  "arashi.web..",
                  "arashi.deploy..",
                  "seda.netio..",
                  "haboob.."));

  /** It checks and fetches URLs; its callers decide which. */
  @ArchTest
  static final ArchRule remoteContentKnowsNothingOfRequestsAndMail =
      noClasses()
          .that()
          .resideInAPackage("arashi.remote..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("arashi..", "haboob..")
                  .and(
                      describe(
                          "not of these",
                          c ->
                              !c.getPackageName().startsWith("arashi.remote")
                                  && !c.getPackageName().equals("arashi.target"))));

  /** It knows how mails are read, and addresses. */
  @ArchTest
  static final ArchRule writingAMailIsComputation =
      noClasses()
          .that()
          .resideInAPackage("arashi.compose..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("arashi..", "seda..", "haboob..")
                  .and(
                      describe(
                          "not of these",
                          c ->
                              !c.getPackageName().startsWith("arashi.compose")
                                  && !c.getPackageName().startsWith("arashi.mime"))));

  @ArchTest
  static final ArchRule theProtocolOfMailKnowsNoSocketsAndNoStore =
      noClasses()
          .that()
          .resideInAnyPackage("arashi.delivery", "arashi.delivery.protocol..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("arashi.store..", "arashi.front..", "arashi.delivery.session..")
                  .or(describe("a socket", c -> c.getName().startsWith("seda.netio.Connection"))));

  @ArchTest
  static final ArchRule theSmtpLibraryIsForTheOutbox =
      noClasses()
          .that()
          .resideOutsideOfPackage("arashi.outbox..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.mail..", "org.eclipse.angus..");

  @ArchTest
  static final ArchRule routingKnowsNothingOfSocketsAndStages =
      noClasses()
          .that()
          .resideInAnyPackage("gnutella.protocol..", "gnutella.routing..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("gnutella", "seda.."));

  @ArchTest
  static final ArchRule databasesAreForTheStore =
      noClasses()
          .that()
          .resideOutsideOfPackages("arashi.store..", "db.migrations..", "arashi.deploy..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "com.zaxxer..");

  @ArchTest
  static final ArchRule connectionsAreForTheirPackage =
      noClasses()
          .that()
          .resideInAPackage("arashi.store..")
          .and()
          .resideOutsideOfPackage("arashi.store.database..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.sql..");

  /**
   * Only the kernel's system clock reads the machine's clock. Exempt are waits that an injected
   * clock cannot end: for threads, for connections that drain, and for the database's process. The
   * command line measures how long an import took.
   */
  @ArchTest
  static final ArchRule timeIsInjected =
      noClasses()
          .that()
          .doNotBelongToAnyOf(Clock.class, TcpServer.class)
          .and()
          .doNotHaveFullyQualifiedName("seda.kernel.graph.Lifecycle")
          .and()
          .doNotHaveFullyQualifiedName("db.migrations.SystemTimer")
          .and()
          .doNotHaveFullyQualifiedName("seda.kernel.runtime.ThreadWorkers$Worker")
          .and()
          .doNotHaveFullyQualifiedName("arashi.deploy.command.ImportCommand")
          .should()
          .callMethodWhere(
              describe("it reads the machine's clock", ArchitectureTest::readsTheMachinesClock));

  @ArchTest
  static final ArchRule nothingWaitsBySleeping =
      noClasses().should().callMethod(Thread.class, "sleep", long.class);

  private static boolean readsTheMachinesClock(JavaCall<?> call) {
    String owner = call.getTargetOwner().getName();
    boolean clock =
        owner.equals("java.lang.System")
            || owner.equals("java.time.Clock")
            || owner.equals("java.time.InstantSource")
            || owner.startsWith("java.time.");
    return clock
        && CLOCKS.contains(call.getName())
        && call.getTarget().getRawParameterTypes().isEmpty();
  }
}
