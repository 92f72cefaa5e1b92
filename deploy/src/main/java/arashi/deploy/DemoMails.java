package arashi.deploy;
import java.time.Instant; import java.util.List;
/** x */
public final class DemoMails {
  private DemoMails() {}
  /** x */
  public record DemoMail(String folder, boolean seen, boolean flagged, Instant received, byte[] raw) {}
  static List<DemoMail> load(Instant now) { return List.of(); }
}
