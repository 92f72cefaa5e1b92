package benchmarks.threads;

import arashi.front.route.Route;
import java.util.List;

/** The product's routes that the comparison does not serve: they answer 501, not 404. */
final class UnservedRoutes {
  static final List<Route> ALL =
      """
      GET /account
      POST /account
      GET /account/security
      POST /account/images
      POST /account/password
      POST /account/sessions
      GET /admin
      GET /admin/history
      POST /admin/classes
      GET /admin/settings
      POST /admin/stages
      POST /admin/targets
      GET /complete
      GET /compose
      GET /deleted
      POST /drafts
      POST /drafts/attach
      POST /drafts/discard
      POST /drafts/{id}/restore
      GET /events
      POST /folders
      GET /healthz
      GET /image
      GET /jobs
      GET /jobs/{id}
      POST /jobs/{id}/cancel
      POST /jobs/{id}/undo
      POST /mail/{folder}/archive
      POST /mail/{folder}/empty
      POST /mail/{folder}/hide
      POST /mail/{folder}/move
      POST /mail/{folder}/read-all
      POST /mail/{folder}/remove
      POST /mail/{folder}/rename
      POST /mail/{folder}/restore
      POST /mail/{folder}/unhide
      POST /mail/{folder}/use
      GET /mail/{folder}/{uid}/attachments.zip
      GET /mail/{folder}/{uid}/part/{n}
      GET /mail/{folder}/{uid}/raw
      POST /mail/{folder}/{uid}/unsubscribe
      GET /metrics
      GET /outbox/{id}
      POST /outbox/{id}/time
      POST /outbox/{id}/undo
      POST /search/archive
      POST /send
      """
          .lines()
          .map(line -> line.split(" ", 2))
          .map(
              way ->
                  Route.answered(
                      way[0],
                      way[1],
                      exchange -> exchange.respond(DirectExchange.notImplemented())))
          .toList();

  private UnservedRoutes() {}
}
