package arashi.deploy.torture;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks a scenario: left out of the usual build, counted in a row of the table. */
@Tag("torture")
@EnabledOnOs(value = OS.LINUX, disabledReason = "the suite finds processes in /proc")
@ExtendWith(TortureExtension.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface Torture {}
