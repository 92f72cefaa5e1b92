/**
 * {@code arashi bench store}: one mailbox that grows, and what the store costs at each size.
 *
 * <pre>
 *   GrowingMail ─► mbox ─► arashi import ─┬─► ServerCounters   bytes that the database wrote
 *    ▲    ▲                               └─► TableSizes       bytes on disk
 *    │    └─ FreshWords: words that no mail had before
 *    └─ MboxCycle: real mail, again and again; or made-up mail
 *
 *   at each size:  Probes (benchmarks.mail) by HTTP, and Delivery, one mail a transaction
 * </pre>
 *
 * One thread does it all; the product is a process of its own.
 */
package benchmarks.store;
