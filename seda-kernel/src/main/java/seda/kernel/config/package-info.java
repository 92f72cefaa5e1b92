/**
 * All settings of a graph in HOCON. Declarations in code are defaults; section {@code seda} of a
 * configuration overrides them.
 *
 * <pre>
 *   seda { domains { mail-store { max-threads = 20 } }
 *          stages  { search { domain = mail-store, queue-capacity = 64 } } }
 *        │
 *        ▼
 *   {@link seda.kernel.config.GraphConfig} ── asked by the graph ──► domains and stages as they are declared,
 *                                             their controllers and admission as they start
 * </pre>
 *
 * <p>{@code docs/kernel-reference.md} lists all keys with their defaults and allowed values.
 */
package seda.kernel.config;
