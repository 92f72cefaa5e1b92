package arashi.request.attach;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /drafts/attach}: the form of a mail, with files after its fields. The handler reads
 * the form, since it is large.
 */
record AttachRequest(HttpExchange exchange, User user, Arguments arguments)
    implements MailRequest {}
