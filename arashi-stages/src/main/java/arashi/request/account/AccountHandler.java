package arashi.request.account;

import arashi.front.DetailLevel;
import arashi.front.account.SecurityPages;
import arashi.front.page.Flash;
import arashi.front.page.FolderPane;
import arashi.front.page.Pages;
import arashi.front.route.Front;
import arashi.front.route.RequestHandler;
import arashi.front.session.Cookies;
import arashi.front.session.SessionCache;
import arashi.mime.view.Shown;
import arashi.request.account.AccountForm.Sender;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.Preferences;
import arashi.store.blob.Sha256;
import arashi.store.identity.IdentityRow;
import arashi.web.AccountPage;
import arashi.web.AccountPage.Choices;
import arashi.web.AccountPage.Fields;
import arashi.web.AccountPage.Identity;
import arashi.web.AccountPage.Input;
import arashi.web.AccountPage.Language;
import arashi.web.MessageKey;
import arashi.web.Notice;
import arashi.web.PageFrame;
import arashi.web.ShownAddress;
import java.util.ArrayList;
import java.util.List;

/** Shows the account pages, stores the form, and ends sessions. */
final class AccountHandler extends RequestHandler<AccountRequest> {
  private static final String PATH = "/account";

  /** The page's list of senders whose images are always shown. */
  static final String IMAGES = PATH + "#images";

  private static final int UNPROCESSABLE = 422;

  private final Store store;
  private final SessionCache sessions;
  private final Choices choices;
  private final SecurityPages security;
  private final Cookies cookies;
  private final MessageKey saved;
  private final MessageKey ended;
  private final MessageKey imagesShown;
  private final MessageKey imagesHidden;

  AccountHandler(Front front) {
    super(front.pages(), front.pages().busyWords(AccountSettings.TYPE.words()));
    this.store = front.store();
    this.sessions = front.sessions();
    this.security = new SecurityPages(front);
    this.cookies = front.cookies();
    this.saved = pages.done("account");
    this.ended = pages.done("session");
    this.imagesShown = pages.done("images_shown");
    this.imagesHidden = pages.done("images_hidden");
    List<Language> languages =
        pages.messages().locales().stream()
            .map(one -> new Language(one.toLanguageTag(), one.getDisplayLanguage(one)))
            .toList();
    this.choices = new Choices(languages, TimeZones.all(), front.shown().zone().getId());
  }

  @Override
  protected void answer(AccountRequest request) {
    if (request.wanted() instanceof AccountRequest.Save save) {
      save(request, save.form());
    } else if (request.wanted() instanceof AccountRequest.Security) {
      security.show(request);
    } else if (request.wanted() instanceof AccountRequest.End end) {
      end(request, end.session());
    } else if (request.wanted() instanceof AccountRequest.EndAll) {
      endAll(request);
    } else if (request.wanted() instanceof AccountRequest.ShowImages images) {
      store.people().imageSenders().add(request.user().account(), images.sender());
      pages.redirect(request.exchange(), images.back(), Flash.of(imagesShown, 1));
    } else if (request.wanted() instanceof AccountRequest.HideImages images) {
      store.people().imageSenders().remove(request.user().account(), images.sender());
      pages.redirect(request.exchange(), IMAGES, Flash.of(imagesHidden, 1));
    } else {
      show(request);
    }
  }

  private void end(AccountRequest request, Sha256 session) {
    if (store.people().sessions().delete(request.user().account(), session)) {
      sessions.forget(session);
    }
    if (session.equals(request.user().session())) {
      signedOut(request);
    } else {
      pages.redirect(request.exchange(), SecurityPages.PATH, Flash.of(ended, 1));
    }
  }

  private void endAll(AccountRequest request) {
    store.people().sessions().deleteAll(request.user().account());
    sessions.forgetAll(request.user().account());
    signedOut(request);
  }

  private void signedOut(AccountRequest request) {
    request
        .exchange()
        .respond(
            Pages.redirect("/login?signed-out")
                .header("Set-Cookie", cookies.clear(cookies.session())));
  }

  private void show(AccountRequest request) {
    long account = request.user().account();
    // not the session's preferences: another node may have changed them
    Preferences kept =
        store.people().accounts().byId(account).map(Account::preferences).orElse(Preferences.NONE);
    List<IdentityRow> identities = store.people().identities().withOwnNames(account);
    AccountForm form = AccountForm.of(kept, identities);
    boolean more = identities.size() > form.identities().size();
    pages.showWithFlash(request, page(request, frame(request), form, check(request, form), more));
  }

  private void save(AccountRequest request, AccountForm form) {
    long account = request.user().account();
    AccountCheck check = check(request, form).run();
    if (check.count() == 0) {
      check.markForeign(store.people().identities().setAll(account, check.identities()));
    }
    if (check.count() > 0) {
      giveBack(request, form, check);
      return;
    }
    store.people().accounts().setPreferences(account, check.preferences());
    sessions.changed(account);
    pages.redirect(request.exchange(), PATH, Flash.of(saved, 1));
  }

  private void giveBack(AccountRequest request, AccountForm form, AccountCheck check) {
    String text = pages.messages().text(pages.locale(request), "wrong.fields", check.count());
    PageFrame frame = frame(request).withNotice(new Notice(Notice.Kind.ERROR, text, null));
    AccountPage page = page(request, frame, form, check, false);
    request.exchange().respond(pages.page(request, UNPROCESSABLE, page));
  }

  private AccountCheck check(AccountRequest request, AccountForm form) {
    return new AccountCheck(form, pages.messages(), pages.locale(request));
  }

  private PageFrame frame(AccountRequest request) {
    return FolderPane.of(pages, request, 0, DetailLevel.FULL).page(request, "");
  }

  private AccountPage page(
      AccountRequest request, PageFrame frame, AccountForm form, AccountCheck check, boolean more) {
    List<ShownAddress> imageSenders =
        store.people().imageSenders().of(request.user().account()).stream()
            .map(address -> new ShownAddress(address, Shown.text(address)))
            .toList();
    List<Identity> identities = new ArrayList<>();
    for (int i = 0; i < form.identities().size(); i++) {
      Sender sender = form.identities().get(i);
      identities.add(
          new Identity(
              sender.address(),
              check.of("address-" + i),
              sender.isDefault(),
              new Input(sender.name(), check.of("name-" + i)),
              new Input(sender.replyTo(), check.of("reply-to-" + i)),
              new Input(sender.signature(), check.of("signature-" + i))));
    }
    return new AccountPage(
        frame,
        new Fields(
            new Input(form.name(), check.of("name")),
            new Input(form.language(), check.of("language")),
            new Input(form.zone(), check.of("zone")),
            new Input(form.theme(), check.of("theme")),
            new Input(form.afterDelete(), check.of("after"))),
        choices,
        identities,
        more,
        imageSenders);
  }
}
