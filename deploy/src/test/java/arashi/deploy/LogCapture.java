package arashi.deploy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Everything that our own code logs meanwhile, of any level. */
public final class LogCapture implements AutoCloseable {
  private static final List<String> OURS = List.of("arashi", "seda", "haboob", "db.migrations");

  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          event.prepareForDeferredProcessing();
          events.add(event);
        }
      };

  /** Starts to listen. */
  public static LogCapture start(Level level) {
    LogCapture capture = new LogCapture();
    capture.appender.setContext(capture.context);
    capture.appender.start();
    for (String name : OURS) {
      Logger logger = capture.context.getLogger(name);
      logger.setLevel(level);
      logger.setAdditive(false);
      logger.addAppender(capture.appender);
    }
    return capture;
  }

  /** Returns the log at this level or above, with stacks. */
  public List<String> from(Level level) {
    return events.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(level))
        .map(LogCapture::text)
        .toList();
  }

  private static String text(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    return event.getLevel()
        + " "
        + event.getLoggerName()
        + " "
        + event.getFormattedMessage()
        + (thrown == null ? "" : "\n" + ThrowableProxyUtil.asString(thrown));
  }

  @Override
  public void close() {
    for (String name : OURS) {
      Logger logger = context.getLogger(name);
      logger.detachAppender(appender);
      logger.setAdditive(true);
      logger.setLevel(null);
    }
  }
}
