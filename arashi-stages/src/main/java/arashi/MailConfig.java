package arashi;

import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.session.DeliveryConfig;
import arashi.front.AccountLimits;
import arashi.front.Front;
import arashi.front.RawMailLimits;
import arashi.front.SessionLimits;
import arashi.front.SiteConfig;
import arashi.front.StageLimits;
import arashi.front.compose.ComposeLimits;
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

/**
 * Configuration of the mail service: one record per feature, which reads and checks its keys.
 *
 * @param site public address of the service
 * @param stages threads and queues
 * @param accounts concurrency limits of one account
 * @param control service classes of requests, controllers
 * @param sessions lifetime and cache
 * @param login threads, queue and failures of logins
 * @param list contents of a list
 * @param search cost limits of one search
 * @param mails size limits of mails that are read whole
 * @param images limits of the images in mails
 * @param remote remote images and unsubscriptions
 * @param reading cost limits of parsing and showing one mail
 * @param remake pace at which mail of an older parser is parsed again
 * @param downloads concurrent file downloads
 * @param spool answers that wait for slow clients
 * @param changes length of the change log
 * @param follow pages that follow changes
 * @param jobs duration of work on many mails
 * @param delivery acceptance of mail
 * @param mailboxes quotas, junk and duplicates of arriving mail
 * @param compose limits of composed mail
 * @param outbox submission to the relay
 * @param hold when mail may not leave
 * @param assetCacheBytes memory of the page cache
 * @param metricsAllow networks that may read {@code /metrics}
 */
public record MailConfig(
    SiteConfig site,
    StageLimits stages,
    AccountLimits accounts,
    ControlConfig control,
    SessionLimits sessions,
    LoginConfig login,
    ListLimits list,
    SearchLimits search,
    RawMailLimits mails,
    ImageLimits images,
    RemoteConfig remote,
    ReadingLimits reading,
    RemakeLimits remake,
    DownloadLimits downloads,
    SpoolLimits spool,
    ChangeLogLimits changes,
    FollowLimits follow,
    JobLimits jobs,
    DeliveryConfig delivery,
    MailboxRules mailboxes,
    ComposeLimits compose,
    OutboxConfig outbox,
    HoldConfig hold,
    long assetCacheBytes,
    List<Network> metricsAllow) {

  /** Checks the values that depend on each other. */
  public MailConfig {
    metricsAllow = List.copyOf(metricsAllow);
    mails.requireFits(spool.bytes());
    if (assetCacheBytes < 1) {
      throw new IllegalArgumentException(
          "mail.asset-cache = " + assetCacheBytes + ", must be at least 1");
    }
  }

  /** The service classes that the configuration names. */
  Set<String> classNames() {
    Set<String> names = new TreeSet<>(control.classRules().classNames());
    names.add(delivery.className());
    return names;
  }

  /** The settings that all requests share. */
  Front.Settings front() {
    return new Front.Settings(site, stages, accounts, control, sessions, mails);
  }

  /**
   * Reads sections {@code mail} and {@code metrics}.
   *
   * @param data directory of this node's files
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static MailConfig of(Config config, Path data) {
    return new MailConfig(
        SiteConfig.of(config),
        StageLimits.of(config),
        AccountLimits.of(config),
        ControlConfig.of(config),
        SessionLimits.of(config),
        LoginConfig.of(config),
        ListLimits.of(config),
        SearchLimits.of(config),
        RawMailLimits.of(config),
        ImageLimits.of(config),
        RemoteConfig.of(config),
        ReadingLimits.of(config),
        RemakeLimits.of(config),
        DownloadLimits.of(config),
        SpoolLimits.of(config, data),
        ChangeLogLimits.of(config),
        FollowLimits.of(config),
        JobLimits.of(config),
        DeliveryConfig.of(config),
        MailboxRules.of(config),
        ComposeLimits.of(config),
        OutboxConfig.of(config),
        HoldConfig.of(config, data),
        config.getBytes("mail.asset-cache"),
        Network.list(config, "metrics.allow"));
  }
}
