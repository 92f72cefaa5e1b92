package arashi.console;

import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.web.MessageKey;
import arashi.web.PageFrame;
import java.util.Locale;
import seda.netio.http.HttpExchange;

/** Serves admins. Runs on the console's pool. */
final class ConsoleHandler extends RequestHandler<ConsoleRequest> {
  private static final String SETTINGS = "/admin/settings";
  private static final int UNPROCESSABLE = 422;

  private final LiveView live;
  private final HistoryView history;
  private final SettingsView settings;
  private final SettingsForms forms;
  private final MessageKey saved;

  ConsoleHandler(
      Pages pages, LiveView live, HistoryView history, SettingsView settings, SettingsForms forms) {
    super(pages, pages.busyWords("console"));
    this.live = live;
    this.history = history;
    this.settings = settings;
    this.forms = forms;
    this.saved = pages.done("settings");
  }

  @Override
  protected void answer(ConsoleRequest request) {
    Locale locale = pages.locale(request);
    ConsoleFormats figures = new ConsoleFormats(pages.messages(), locale);
    long admin = request.user().account();
    switch (request.view()) {
      case LIVE -> pages.show(request, live.page(pages.surroundings(request), figures, locale));
      case HISTORY -> pages.show(request, history.page(pages.surroundings(request), figures));
      case SETTINGS ->
          pages.showWithFlash(
              request, settings.page(pages.surroundings(request), Entered.nothing(), locale));
      case SET_TARGETS ->
          stored(request, forms.targets(admin, request.form(), figures), "#targets", locale);
      case SET_CLASS ->
          stored(request, forms.serviceClass(admin, request.form(), figures), "#classes", locale);
      case SET_STAGE ->
          stored(request, forms.stage(admin, request.form(), figures), "#stages", locale);
    }
  }

  /** Shows the result of a form: the settings in force, or the input again. */
  private void stored(ConsoleRequest request, Entered entered, String section, Locale locale) {
    HttpExchange exchange = request.exchange();
    if (entered.isWrong()) {
      PageFrame surroundings = pages.surroundings(request, entered.problem());
      exchange.respond(
          pages.page(request, UNPROCESSABLE, settings.page(surroundings, entered, locale)));
    } else {
      pages.redirect(exchange, SETTINGS + section, Flash.of(saved, 1));
    }
  }
}
