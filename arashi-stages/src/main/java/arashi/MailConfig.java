package arashi;

import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.session.DeliveryConfig;
import arashi.front.compose.ComposeLimits;
import arashi.front.page.RawMailLimits;
import arashi.front.page.SiteConfig;
import arashi.front.route.Front;
import arashi.front.route.StageLimits;
import arashi.front.session.SessionLimits;
import arashi.front.turn.AccountLimits;
import arashi.ingest.RemakeLimits;
import arashi.mime.limit.ReadingLimits;
import arashi.outbox.HoldConfig;
import arashi.outbox.OutboxConfig;
import arashi.remote.RemoteConfig;
import arashi.request.attachment.DownloadLimits;
import arashi.request.attachment.SpoolLimits;
import arashi.request.follow.FollowLimits;
import arashi.request.listmessages.ListLimits;
import arashi.request.login.LoginConfig;
import arashi.request.search.SearchLimits;
import arashi.request.showmessage.ImageLimits;
import arashi.store.job.JobLimits;
import arashi.target.ControlConfig;
import arashi.target.Network;
import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import seda.kernel.Limit;

/**
 * Configuration of the mail service: one record per feature, which reads and checks its keys.
 *
 * @param front settings that all requests share
 * @param login threads, queue and failures of logins
 * @param viewing limits of lists, searches and shown mail
 * @param parsing limits of parsing
 * @param changes length of the change log
 * @param follow pages that follow changes
 * @param jobs duration of work on many mails
 * @param arrival rules of arriving mail
 * @param sending limits and times of sent mail
 * @param assetCacheBytes memory of the page cache
 * @param metricsAllow networks that may read {@code /metrics}
 */
public record MailConfig(
    Front.Settings front,
    LoginConfig login,
    Viewing viewing,
    Parsing parsing,
    ChangeLogLimits changes,
    FollowLimits follow,
    JobLimits jobs,
    Arrival arrival,
    Sending sending,
    long assetCacheBytes,
    List<Network> metricsAllow) {

  /**
   * Limits of lists, searches and shown mail.
   *
   * @param list contents of a list
   * @param search cost limits of one search
   * @param images limits of the images in mails
   * @param remote remote images and unsubscriptions
   * @param downloads concurrent file downloads
   * @param spool answers that wait for slow clients
   */
  public record Viewing(
      ListLimits list,
      SearchLimits search,
      ImageLimits images,
      RemoteConfig remote,
      DownloadLimits downloads,
      SpoolLimits spool) {}

  /**
   * Limits of parsing.
   *
   * @param reading cost limits of parsing and showing one mail
   * @param remake pace at which mail of an older parser is parsed again
   */
  public record Parsing(ReadingLimits reading, RemakeLimits remake) {}

  /**
   * Rules of arriving mail.
   *
   * @param delivery acceptance of mail
   * @param mailboxes quotas, junk and duplicates of arriving mail
   */
  public record Arrival(DeliveryConfig delivery, MailboxRules mailboxes) {}

  /**
   * Limits and times of sent mail.
   *
   * @param compose limits of composed mail
   * @param outbox submission to the relay
   * @param hold when mail may not leave
   */
  public record Sending(ComposeLimits compose, OutboxConfig outbox, HoldConfig hold) {}

  /** Checks the values that depend on each other. */
  public MailConfig {
    metricsAllow = List.copyOf(metricsAllow);
    front.mails().requireFits(viewing.spool().bytes());
    Limit.atLeast("mail.asset-cache", assetCacheBytes, 1);
  }

  /** The service classes that the configuration names. */
  Set<String> classNames() {
    Set<String> names = new TreeSet<>(front.control().classRules().classNames());
    names.add(arrival.delivery().className());
    return names;
  }

  /**
   * Reads sections {@code mail} and {@code metrics}.
   *
   * @param data directory of this node's files
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static MailConfig of(Config config, Path data) {
    return new MailConfig(
        new Front.Settings(
            SiteConfig.of(config),
            StageLimits.of(config),
            AccountLimits.of(config),
            ControlConfig.of(config),
            SessionLimits.of(config),
            RawMailLimits.of(config)),
        LoginConfig.of(config),
        new Viewing(
            ListLimits.of(config),
            SearchLimits.of(config),
            ImageLimits.of(config),
            RemoteConfig.of(config),
            DownloadLimits.of(config),
            SpoolLimits.of(config, data)),
        new Parsing(ReadingLimits.of(config), RemakeLimits.of(config)),
        ChangeLogLimits.of(config),
        FollowLimits.of(config),
        JobLimits.of(config),
        new Arrival(DeliveryConfig.of(config), MailboxRules.of(config)),
        new Sending(ComposeLimits.of(config), OutboxConfig.of(config), HoldConfig.of(config, data)),
        config.getBytes("mail.asset-cache"),
        Network.list(config, "metrics.allow"));
  }
}
