package arashi.delivery.session;

import arashi.delivery.Envelope;
import arashi.delivery.MailAddress;
import arashi.delivery.Verdict;
import java.util.function.Consumer;

/**
 * A recipient that is looked up: the event of its stage.
 *
 * @param envelope how the mail comes
 * @param recipient that the client named
 * @param flow turns are taken by clients
 * @param arrivedNanos when it was named, by the clock
 * @param answer takes the verdict, once; any thread
 */
record Lookup(
    Envelope envelope,
    MailAddress recipient,
    long flow,
    long arrivedNanos,
    Consumer<Verdict> answer) {}
