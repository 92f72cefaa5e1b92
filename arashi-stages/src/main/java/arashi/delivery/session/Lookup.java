package arashi.delivery.session;

import arashi.delivery.Envelope;
import arashi.delivery.Verdict;
import arashi.mime.address.MailAddress;
import java.util.function.Consumer;

/**
 * A recipient's look-up: the event of its stage.
 *
 * @param envelope envelope of the mail
 * @param recipient recipient to look up
 * @param flow flow of the client
 * @param arrivedNanos time of the RCPT, by the clock
 * @param answer receives the verdict, once; any thread
 */
record Lookup(
    Envelope envelope,
    MailAddress recipient,
    long flow,
    long arrivedNanos,
    Consumer<Verdict> answer) {}
