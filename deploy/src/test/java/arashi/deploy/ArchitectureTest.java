package arashi.deploy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import db.migrations.EmbeddedServer;
import java.util.Set;
import seda.kernel.Clock;
import seda.kernel.StageGraph;
import seda.netio.http.HttpServer;

/** The house: dependencies point down only, and time comes from above. */
@AnalyzeClasses(
    packages = {"seda", "haboob", "gnutella", "db.migrations", "arashi"},
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final Set<String> CLOCKS =
      Set.of("nanoTime", "currentTimeMillis", "now", "systemUTC", "systemDefaultZone", "system");

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
          .definedBy(
              "arashi",
              "arashi.front..",
              "arashi.request..",
              "arashi.store..",
              "arashi.target..",
              "arashi.console..",
              "arashi.mime..",
              "arashi.ingest..")
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
              "seda.kernel..",
              "seda.netio..",
              "seda.fileio..",
              "haboob..",
              "gnutella..",
              "db.migrations..",
              "arashi",
              "arashi.front..",
              "arashi.request.*",
              "arashi.store..",
              "arashi.target..",
              "arashi.console..",
              "arashi.mime..",
              "arashi.ingest..",
              "arashi.web..",
              "arashi.deploy..");

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
                  "arashi.ingest..",
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
                  "arashi.front..",
                  "arashi.request..",
                  "arashi.ingest..",
                  "arashi.web..",
                  "arashi.deploy..",
                  "seda.netio..",
                  "haboob.."));

  @ArchTest
  static final ArchRule routingKnowsNothingOfSocketsAndStages =
      noClasses()
          .that()
          .resideInAnyPackage("gnutella.protocol..", "gnutella.routing..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("gnutella", "seda.."));

  @ArchTest
  static final ArchRule packagesFormNoCircles = slices().matching("(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule databasesAreForTheStore =
      noClasses()
          .that()
          .resideOutsideOfPackages("arashi.store..", "db.migrations..", "arashi.deploy..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "com.zaxxer..");

  /**
   * Only the kernel's system clock reads the machine's. Exempt is who waits for what no clock of
   * ours moves: threads that end or spin, connections that drain, the database's process; and the
   * command line, which shows a person how long something took.
   */
  @ArchTest
  static final ArchRule timeIsInjected =
      noClasses()
          .that()
          .doNotBelongToAnyOf(Clock.class, StageGraph.class, HttpServer.class, EmbeddedServer.class)
          .and()
          .doNotHaveFullyQualifiedName("seda.kernel.ThreadWorkers$Worker")
          .and()
          .doNotHaveFullyQualifiedName("arashi.deploy.ImportCommand")
          .and()
          .doNotHaveFullyQualifiedName("arashi.deploy.ImportCommand$Shown")
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
