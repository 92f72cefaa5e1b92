package seda.kernel.runtime;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Captures the warnings and errors of one class during a test and keeps them off the console. */
final class Logged implements BeforeEachCallback, AfterEachCallback {
  private final Logger logger;
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  Logged(Class<?> of) {
    logger = (Logger) LoggerFactory.getLogger(of);
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    appender.start();
    logger.setLevel(Level.WARN);
    logger.setAdditive(false);
    logger.addAppender(appender);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    logger.detachAppender(appender);
    logger.setLevel(null);
    logger.setAdditive(true);
  }

  List<String> messages() {
    return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
