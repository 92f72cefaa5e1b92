/**
 * Memory of incoming mails, shared so that mails always complete.
 *
 * <pre>
 *             MAIL SIZE=n                    content                    stored
 *   Claim ── tryReserve ──► RESERVED ── more than announced ─┐    ┌─── release ─►
 *     │          │ waits, first come first served            ▼    │
 *     │          ▼                                         OPEN ──┤
 *     └── no SIZE: tryGrow, piece by piece ──────────────► OPEN   │
 *                                        RESERVED, OPEN ── settle ┘
 * </pre>
 *
 * <p>{@link arashi.delivery.memory.MailMemory} explains the rules. Any thread may call; nothing
 * blocks. A claim that waits is called back when it has room.
 */
package arashi.delivery.memory;
