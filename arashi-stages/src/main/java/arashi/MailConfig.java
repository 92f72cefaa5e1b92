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
 * What can be set for the mail service: a record for each feature, which reads and checks its keys.
 *
 * @param site where the service is seen
 * @param stages threads and queues
 * @param accounts what one account may have at a time
 * @param control classes of requests, controllers
 * @param sessions how long they live
 * @param login threads, queue and failures of logins
 * @param list what a list shows
 * @param search what one search may cost
 * @param mails how large mails may be that are read whole
 * @param images how much is shown of the images in mails
 * @param remote images and unsubscriptions elsewhere
 * @param reading what one mail may cost to be read and shown
 * @param remake how fast mail is read anew that an older parser has read
 * @param downloads files that are sent at the same time
 * @param spool answers that wait for slow clients
 * @param changes how long changes can be followed
 * @param follow how pages follow changes
 * @param jobs how long work on many mails runs
 * @param delivery how mail is taken
 * @param mailboxes what arriving mail meets: quotas, junk, repetition
 * @param compose what mail may have that is written here
 * @param outbox how mail leaves
 * @param assetCacheBytes memory of the page cache
 * @param metricsAllow networks from which {@code /metrics} may be read
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
    long assetCacheBytes,
    List<Network> metricsAllow) {

  /** Checks what concerns several of them. */
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

  /** The settings of what all requests share. */
  Front.Settings front() {
    return new Front.Settings(site, stages, accounts, control, sessions, mails);
  }

  /**
   * Reads sections {@code mail} and {@code metrics}.
   *
   * @param data where everything lives that is kept on this machine
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
        config.getBytes("mail.asset-cache"),
        Network.list(config, "metrics.allow"));
  }
}
