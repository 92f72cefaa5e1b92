/**
 * The staged event-driven architecture. An application is a graph of {@link seda.kernel.Stage
 * stages} joined by explicit, bounded queues. Each queue has an {@link
 * seda.kernel.AdmissionController admission controller}. {@link seda.kernel.ThreadDomain Thread
 * domains}, not stages, own the threads.
 *
 * <pre>
 *            enqueue: accepted, or rejected with a reason
 *                 │
 *                 ▼
 *   admission ─► queue ─► batch ─► handler ─► enqueue on the next stage …
 *                          ▲
 *              a thread of the stage's domain:
 *              Processors  one thread per core with its own I/O source; a stage has one queue
 *                          per processor; events stay on their processor: no lock, no hand-off
 *              WorkerPool  threads that may block; serves one or several stages
 * </pre>
 *
 * <p>Each accepted event ends exactly once: completed, failed or shed.
 *
 * <p>After M. Welsh, D. Culler, E. Brewer: <i>SEDA: An Architecture for Well-Conditioned, Scalable
 * Internet Services</i>, SOSP 2001. Threads belong to domains because one pool per stage costs
 * context switches and hides the core whose cache holds an event's data.
 */
package seda.kernel;
