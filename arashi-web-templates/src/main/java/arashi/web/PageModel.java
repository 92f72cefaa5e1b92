package arashi.web;

/** What one page shows. Each kind of page is a record, and knows the template that draws it. */
public sealed interface PageModel
    permits LoginPage,
        FoldersPage,
        JobsPage,
        ListPage,
        MessagePage,
        AttachedMailPage,
        SearchPage,
        ComposePage,
        AccountPage,
        SecurityPage,
        BusyPage,
        ResumePage,
        ErrorPage,
        BodyPage,
        UnshownBodyPage,
        ConsolePage,
        DeletedPage,
        HistoryPage,
        SettingsPage {

  /** File name of the template, without folder and without {@code .ftlh}. */
  String template();
}
