package arashi.deploy.command;

import arashi.deploy.service.StopSignal;
import arashi.ingest.FoundMail;
import arashi.ingest.MailSource;
import arashi.ingest.MailVisitor;

/** Wraps a source of mail; ends it after a signal. */
final class StoppableSource implements MailSource {
  private final MailSource source;
  private final StopSignal signal;
  private boolean stopped;

  StoppableSource(MailSource source, StopSignal signal) {
    this.source = source;
    this.signal = signal;
  }

  @Override
  public long totalBytes() {
    return source.totalBytes();
  }

  @Override
  public void forEach(MailVisitor visitor) {
    try {
      source.forEach(new Stopping(visitor));
    } catch (StopSignal.StoppedException e) {
      stopped = true; // mails read before are still stored and counted
    }
  }

  /** True if a signal came before everything was read. */
  boolean stopped() {
    return stopped;
  }

  private final class Stopping implements MailVisitor {
    private final MailVisitor visitor;

    Stopping(MailVisitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void mail(FoundMail mail) {
      signal.throwIfTold();
      visitor.mail(mail);
    }

    @Override
    public void skipped(String where, String reason) {
      visitor.skipped(where, reason);
    }

    @Override
    public void progress(long bytes) {
      signal.throwIfTold();
      visitor.progress(bytes);
    }
  }
}
