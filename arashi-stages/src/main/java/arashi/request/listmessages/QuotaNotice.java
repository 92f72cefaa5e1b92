package arashi.request.listmessages;

import arashi.front.page.DisplayFormats;
import arashi.front.session.User;
import arashi.store.delivery.Quotas;
import arashi.web.Notice;
import arashi.web.PageFrame;
import arashi.web.Translations;
import java.util.Locale;

/** Warns a user whose mailbox is nearly full, before mail is refused. */
final class QuotaNotice {
  private static final int PERCENT = 100;

  private final Quotas quotas;
  private final Translations messages;

  QuotaNotice(Quotas quotas, Translations messages) {
    this.quotas = quotas;
    this.messages = messages;
  }

  /**
   * Returns the page with a notice, unless it has one already or there is enough room.
   *
   * @param bytes size of the user's folders
   */
  PageFrame on(PageFrame page, User user, long bytes, Locale locale) {
    long most = quotas.bytesOf(user.quotaBytes(), user.serviceClass());
    if (page.notice() != null || bytes < quotas.softShare() * most) {
      return page;
    }
    String key = bytes < most ? "quota.near" : "quota.full";
    String text = messages.text(locale, key, PERCENT * bytes / most, DisplayFormats.size(most));
    return page.withNotice(new Notice(Notice.Kind.ERROR, text, null));
  }
}
