/**
 * The torture suite: the product as a process, damaged at random moments while clients use it, and
 * audited afterwards.
 *
 * <pre>
 *   scenario ──kill, freeze, fill──► Victim (service + database, one data directory)
 *      │                               ▲ HTTP                       │ JDBC
 *      ├─► Load ── asks, is answered ──┤                            ▼
 *      │     ├─► Ledger (what must be in the tables) ◄─compares─ Auditor
 *      │     └─► Writing ── saves and sends ─► Letter (what became of it) ◄─compares─ Auditor
 *      ├─► Pulse ── one request after another: back since when? ──► Tally
 *      └─► TortureExtension: a Tally for each scenario, and at the end the table
 *
 *   DeliveryTest ─► Mailing ── mail ─► Postfix ─► Tap (what came through) ─► Victim ◄─compares─ Auditor
 *   RestoredDirectoryTest ─► Departing ── posts ─► Victim, copied ── mail ─► RecordingRelay
 *   OverloadTest ── more requests than fit ─► Victim: answers by request type
 *   LargeDeliveryTest ── large mails at once ─► Victim ◄─compares─ what was acknowledged
 *   DepartureTest ─► Departing ── posts ─► Victim or two Nodes ── mail ─► RecordingRelay
 *   DraftKillTest ── types in a Browser ─► Victim ◄─compares─ what was typed, and when
 *   FoldKillTest, GaleraKillTest ─► Folding ─► two Nodes over one database, or one Galera cluster
 *      Searcher ── searches all the time ──► Scan (what the raw mail has)
 * </pre>
 *
 * <p>The suite knows the product's command line, its pages, its tables and the files of its data
 * directory; it uses no class of the product that a scenario judges. It needs Linux, for it finds
 * processes in {@code /proc}.
 *
 * <p>{@code mvn verify -Ptorture} runs it; {@code -Darashi.torture.short=true} runs fewer rounds.
 */
package arashi.deploy.torture;
