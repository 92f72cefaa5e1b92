package arashi.request.jobs;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.page.DisplayFormats;
import arashi.front.page.Flash;
import arashi.front.page.FolderPane;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.store.job.Job;
import arashi.store.job.JobState;
import arashi.store.job.Work;
import arashi.web.ErrorPage.Problem;
import arashi.web.JobsPage;
import arashi.web.MessageKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows, cancels and undoes an account's jobs. */
final class JobsHandler extends RequestHandler<JobsRequest> {
  private static final String ALL = "/jobs";

  private final DisplayFormats shown;
  private final BulkWork bulk;
  private final Map<JobState, MessageKey> states = new EnumMap<>(JobState.class);
  private final MessageKey refile;
  private final MessageKey mark;
  private final MessageKey empty;
  private final MessageKey undo;
  private final MessageKey undone;

  JobsHandler(Pages pages, DisplayFormats shown, BulkWork bulk) {
    super(pages, pages.busyWords(ShowJobs.TYPE.words()));
    this.shown = shown;
    this.bulk = bulk;
    for (JobState state : JobState.values()) {
      states.put(state, pages.messages().key("job.state." + state.name().toLowerCase(Locale.ROOT)));
    }
    this.refile = pages.messages().key("job.refile");
    this.mark = pages.messages().key("job.mark");
    this.empty = pages.messages().key("job.empty");
    this.undo = pages.messages().key("job.undo");
    this.undone = pages.done("restored");
  }

  @Override
  protected void answer(JobsRequest request) throws RequestProblem {
    long account = request.user().account();
    switch (request.wish()) {
      case SHOW -> show(request);
      case CANCEL -> {
        require(account, request.job());
        bulk.jobs().cancel(account, request.job());
        request.exchange().respond(Pages.redirect(ALL + "/" + request.job()));
      }
      case UNDO -> {
        Job job = require(account, request.job());
        Flash flash = bulk.undo(account, job.id(), undone);
        pages.redirect(request.exchange(), FolderPane.url(job.work().folder()), flash);
      }
    }
  }

  private Job require(long account, long id) throws RequestProblem {
    return bulk.jobs()
        .get(account, id)
        .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "job " + id));
  }

  private void show(JobsRequest request) throws RequestProblem {
    long account = request.user().account();
    List<Job> jobs =
        request.job() == 0 ? bulk.jobs().newest(account) : List.of(require(account, request.job()));
    Locale locale = pages.locale(request);
    FolderPane pane = FolderPane.of(pages, request, 0, DetailLevel.FULL);
    DisplayFormats formats = shown.of(request.user());
    pages.showWithFlash(
        request,
        new JobsPage(
            pane.page(request, ""),
            jobs.stream().map(job -> row(job, formats, locale)).toList(),
            request.job() != 0));
  }

  private JobsPage.Row row(Job job, DisplayFormats formats, Locale locale) {
    long done = job.isRunning() ? job.looked() : job.changed();
    return new JobsPage.Row(
        Long.toString(job.id()),
        pages.messages().text(locale, title(job)),
        pages.messages().text(locale, states.get(job.state()), done, job.total()),
        formats.full(job.createdAt(), locale),
        job.looked(),
        job.total(),
        job.isRunning(),
        job.isUndoable());
  }

  private MessageKey title(Job job) {
    if (job.undoes().isPresent()) {
      return undo;
    }
    return job.work() instanceof Work.Refile
        ? refile
        : job.work() instanceof Work.Mark ? mark : empty;
  }
}
