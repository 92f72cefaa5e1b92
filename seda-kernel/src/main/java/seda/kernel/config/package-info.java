/**
 * Every knob of a graph from HOCON: what code declares are defaults, which section {@code seda} of
 * a configuration overrides.
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
 * <p>All keys, with their defaults and what is allowed, are in the guide, {@code docs/kernel.md}.
 */
package seda.kernel.config;
