package arashi;

import arashi.front.compose.CarriedParts;
import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.route.Front;
import arashi.front.route.Request;
import arashi.front.turn.BulkWork;
import arashi.ingest.Intake;
import arashi.ingest.Restorer;
import arashi.outbox.DraftFolder;
import arashi.outbox.Submission;
import arashi.remote.GuardedFetch;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteConfig;
import arashi.remote.RemoteContent;
import arashi.request.account.AccountSettings;
import arashi.request.archive.Archive;
import arashi.request.attach.Attach;
import arashi.request.attachment.Attachment;
import arashi.request.attachment.Downloads;
import arashi.request.complete.Complete;
import arashi.request.compose.Compose;
import arashi.request.delete.Delete;
import arashi.request.editfolder.EditFolder;
import arashi.request.emptyfolder.EmptyFolder;
import arashi.request.flag.FlagMessages;
import arashi.request.follow.Follow;
import arashi.request.jobs.ShowJobs;
import arashi.request.listfolders.ListFolders;
import arashi.request.listmessages.ListMessages;
import arashi.request.login.Login;
import arashi.request.login.Logout;
import arashi.request.markallread.MarkAllRead;
import arashi.request.refile.Refile;
import arashi.request.remoteimage.RemoteImage;
import arashi.request.restore.Restore;
import arashi.request.savedraft.SaveDraft;
import arashi.request.search.SearchMessages;
import arashi.request.send.Send;
import arashi.request.showmessage.ShowMessage;
import arashi.request.unsubscribe.Unsubscribe;
import arashi.store.Store;
import arashi.store.account.Secrets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocketFactory;
import seda.kernel.Processors;
import seda.kernel.ServiceOrder;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

/**
 * The request types of the mail service: each has one stage, one queue and one admission
 * controller. {@link MailWiring} declares them, and the rest of the graph:
 *
 * <pre>
 *   processors:      listen ─► read ─► http parse ─► route ─┬─► page cache
 *                                                           ├─► login form
 *   password pool:                                          ├─► login, change password
 *   mail-store pool:                                        ├─► session
 *                                                           ├─► list folders, list messages, …
 *   remote pool:                                            ├─► remote image, unsubscribe
 *   follow thread:    watch ─► the answers of follow        │
 *   console pool:                                           └─► console session, console, operations
 *   database thread: probe database, once a heartbeat
 *   processors:      mail-listen ─► mail-read ─► mail-session
 *   mail-store pool:                                        ├─► recipient
 *                                                           └─► parse ─► deliver, deliver-large
 *   processors:      mail-write ◄─ mail-session ◄─ both
 *   mail-store pool: jobs, housekeeping, remaking, upkeep of the index
 *   mail-store pool: outbox ─► the mailboxes here
 *   relay pool:         └────► relay
 *   processors:      write ◄─ http send ◄─ all others
 * </pre>
 *
 * @param login the sign-in, which shares its limits with the change of passwords
 * @param intake reads mail
 * @param drafts files drafts in their folder
 * @param draining true once the server accepts no new work
 */
record MailStages(
    Threads threads,
    MailConfig config,
    Front front,
    Login login,
    Intake intake,
    DraftFolder drafts,
    BooleanSupplier draining) {

  /** Threads that serve the request types. */
  record Threads(
      StageGraph graph, Processors processors, WorkerPool passwordPool, WorkerPool storePool) {}

  /** Creates all request types. Reads a key from the database, and creates the spool. */
  List<Request<?>> requests() throws IOException {
    List<Request<?>> all = new ArrayList<>(reading());
    all.addAll(writing());
    all.add(
        Follow.of(
            threads.graph(),
            front,
            config.follow(),
            config.front().sessions().cacheTime(),
            draining));
    return all;
  }

  private List<Request<?>> reading() throws IOException {
    MailConfig.Viewing viewing = config.viewing();
    int remoteQueue = viewing.remote().queueCapacity();
    Remote remote = Remote.of(threads.graph(), viewing.remote(), front.store());
    Downloads downloads = new Downloads(threads.graph(), threads.storePool(), viewing.downloads());
    BulkWork bulk = new BulkWork(front.pages(), front.store().upkeep().jobs(), config.jobs());
    return List.of(
        login.form(front, threads.processors()),
        login,
        Logout.of(front),
        login.changePassword(front, config.login(), threads.passwordPool()),
        new ListFolders(front),
        new ListMessages(front, viewing.list(), config.arrival().mailboxes().quotas()),
        new ShowMessage(
            front,
            viewing.images().within(config.front().mails().mailBytes()),
            config.parsing().reading(),
            remote.content(),
            remote.links()),
        new RemoteImage(remoteQueue, remote.pool(), remote.content(), remote.links()),
        new Unsubscribe(front, remoteQueue, remote.pool(), remote.content()),
        new Attachment(front, downloads, viewing.spool()),
        new Archive(front, bulk),
        new Delete(front, bulk),
        new Refile(front, bulk),
        new FlagMessages(front, bulk),
        new MarkAllRead(front, bulk),
        new EmptyFolder(front, bulk),
        new ShowJobs(front, bulk),
        new EditFolder(front),
        new Restore(front, restorer()),
        new SearchMessages(front, viewing.search()),
        new AccountSettings(front));
  }

  private List<Request<?>> writing() {
    MailConfig.Sending sending = config.sending();
    Store store = front.store();
    ComposePages pages = new ComposePages(front, sending.compose());
    DraftSaves saves =
        new DraftSaves(pages, store, drafts::file, new CarriedParts(front, sending.compose()));
    Submission submission = new Submission(store, intake, sending.outbox(), front.clock()::instant);
    return List.of(
        new Compose(front, pages),
        new Complete(front, sending.compose().completionRows()),
        new SaveDraft(front, pages, saves),
        new Attach(
            front,
            pages,
            saves,
            config.arrival().mailboxes().quotas(),
            config.viewing().spool().directory()),
        new Send(front, pages, saves, submission));
  }

  /** The remote pool and its work. */
  private record Remote(WorkerPool pool, RemoteContent content, ImageLinks links) {
    static Remote of(StageGraph graph, RemoteConfig config, Store store) {
      SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
      GuardedFetch fetch =
          new GuardedFetch(config.fetch(), GuardedFetch.Resolver.system(), tls, graph.timers());
      byte[] key = store.service().secrets().key(Secrets.IMAGE_LINKS);
      WorkerPoolConfig threads = WorkerPoolConfig.fixed(MailWiring.REMOTE_POOL, config.threads());
      return new Remote(
          graph.workerPool(threads.withOrder(ServiceOrder.LEAST_SLACK)),
          new RemoteContent(config, fetch, graph.clock()),
          new ImageLinks(key, config.linkLifetime(), graph.clock()::instant));
    }
  }

  private Restore.MailRestorer restorer() {
    Restorer restorer = new Restorer(front.store(), intake, config.front().mails().mailBytes());
    return new Restore.MailRestorer() {
      @Override
      public int restore(long account, int limit) {
        return restorer.restore(account, limit).mails();
      }

      @Override
      public int restore(long account, List<Long> messages) {
        return restorer.restore(account, messages).mails();
      }
    };
  }
}
