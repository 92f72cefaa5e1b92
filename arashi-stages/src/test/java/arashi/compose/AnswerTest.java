package arashi.compose;

import static arashi.compose.AnswerKind.EDIT_AS_NEW;
import static arashi.compose.AnswerKind.FORWARD;
import static arashi.compose.AnswerKind.REPLY;
import static arashi.compose.AnswerKind.REPLY_ALL;
import static arashi.compose.AnswerKind.REPLY_LIST;
import static arashi.compose.Writing.answer;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.address.Wrong;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
  private static String mail(String header) {
    return header
        + "\nSubject: Boat\nDate: Mon, 09 Mar 2026 07:00:00 +0000\nMessage-ID: <b1@far.example>"
        + "\n\nNine o'clock?\n";
  }

  // ---- recipients

  @Test
  void answersTheAuthor() {
    Draft draft =
        answer(REPLY, mail("From: Tove <tove@far.example>\nTo: mira@home.example, bo@far.example"));
    assertThat(draft.to()).isEqualTo("Tove <tove@far.example>");
    assertThat(draft.cc()).isEmpty();
    assertThat(draft.bcc()).isEmpty();
    assertThat(draft.from()).isEqualTo("mira@home.example");
  }

  @Test
  void answersAllButOneselfUnderAnyOfHerAddresses() {
    Draft draft =
        answer(
            REPLY_ALL,
            mail(
                "From: tove@far.example"
                    + "\nTo: \"Vogel, M.\" <M.Vogel@HOME.example>, MIRA+sail@home.example"
                    + "\nCc: bo@far.example, office+x+y@work.example, mira@home.example"));
    assertThat(draft.to()).isEqualTo("tove@far.example");
    assertThat(draft.cc()).isEqualTo("bo@far.example");
    assertThat(draft.from()).as("the address it came to").isEqualTo("m.vogel@home.example");
  }

  @Test
  void othersWithThePartBeforeThePlusStay() {
    Draft draft =
        answer(REPLY_ALL, mail("From: t@far.example\nTo: mira@far.example, mirabel@home.example"));
    assertThat(draft.to()).isEqualTo("t@far.example, mira@far.example, mirabel@home.example");
  }

  @Test
  void sendsEachRecipientOneCopy() {
    Draft draft =
        answer(
            REPLY_ALL,
            mail(
                "From: tove@far.example"
                    + "\nTo: bo@far.example, Tove <TOVE@far.example>, mira@home.example"
                    + "\nCc: Bo <BO@FAR.example>, ib@far.example"));
    assertThat(draft.to()).isEqualTo("tove@far.example, bo@far.example");
    assertThat(draft.cc()).isEqualTo("ib@far.example");
  }

  @Test
  void answersGoWhereTheAuthorWantsThem() {
    String mail =
        mail(
            "From: robot@far.example\nReply-To: Desk <desk@far.example>, second@far.example"
                + "\nTo: mira@home.example, bo@far.example");
    assertThat(answer(REPLY, mail).to()).isEqualTo("Desk <desk@far.example>, second@far.example");
    assertThat(answer(REPLY_ALL, mail).to())
        .isEqualTo("Desk <desk@far.example>, second@far.example, bo@far.example")
        .doesNotContain("robot");
  }

  @Test
  void answersIgnoreAReplyToThatIsEmptyOrOnesOwn() {
    assertThat(
            answer(
                    REPLY,
                    mail("From: t@far.example\nReply-To: Mira@home.example\nTo: mira@home.example"))
                .to())
        .isEqualTo("t@far.example");
    assertThat(
            answer(REPLY, mail("From: t@far.example\nReply-To: nobody:;\nTo: mira@home.example"))
                .to())
        .isEqualTo("t@far.example");
  }

  @Test
  void ownMailIsAnsweredToItsRecipients() {
    String mail =
        mail(
            "From: Office <office@work.example>\nTo: Tove <tove@far.example>, bo@far.example"
                + "\nCc: ib@far.example, tove@far.example");
    Draft reply = answer(REPLY, mail);
    assertThat(reply.to()).isEqualTo("Tove <tove@far.example>, bo@far.example");
    assertThat(reply.from()).isEqualTo("office@work.example");
    Draft all = answer(REPLY_ALL, mail);
    assertThat(all.to()).isEqualTo("Tove <tove@far.example>, bo@far.example");
    assertThat(all.cc()).isEqualTo("ib@far.example");
    assertThat(all.from()).isEqualTo("office@work.example");
  }

  @Test
  void ownMailToCopiesAloneIsAnsweredToThem() {
    String mail = mail("From: mira@home.example\nCc: ib@far.example, mira+b@home.example");
    assertThat(answer(REPLY, mail).to()).isEqualTo("ib@far.example");
    assertThat(answer(REPLY_ALL, mail).to()).isEqualTo("ib@far.example");
    assertThat(answer(REPLY_ALL, mail).cc()).isEmpty();
  }

  @Test
  void ownMailThatWantsAnswersElsewhereIsAnsweredThere() {
    String mail =
        mail(
            "From: mira@home.example\nReply-To: crew@far.example\nTo: tove@far.example"
                + "\nCc: mira@home.example");
    assertThat(answer(REPLY, mail).to()).isEqualTo("crew@far.example");
    assertThat(answer(REPLY_ALL, mail).to()).isEqualTo("crew@far.example, tove@far.example");
  }

  @Test
  void mailFromOneselfToOneselfIsAnsweredToOneself() {
    String mail = mail("From: mira@home.example\nTo: Mira@home.example");
    assertThat(answer(REPLY, mail).to()).isEqualTo("Mira@home.example");
    assertThat(answer(REPLY_ALL, mail).to()).isEqualTo("Mira@home.example");
  }

  /** Which mail is one's own copy, and to whom and from where it is answered. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // from another of one's identities
        "inbox | From: mira@home.example\\nTo: office@work.example | mira@home.example | office@work.example",
        "inbox | From: office@work.example\\nTo: mira@home.example | office@work.example | mira@home.example",
        "inbox | From: mira@home.example\\nTo: office@work.example, tove@far.example"
            + " | mira@home.example | office@work.example",
        "inbox | From: mira@home.example\\nTo: tove@far.example\\nCc: office@work.example"
            + " | mira@home.example | office@work.example",
        "inbox | From: mira@home.example\\nTo: tove@far.example\\nDelivered-To: office@work.example"
            + " | mira@home.example | office@work.example",
        "inbox | From: mira@home.example\\nTo: mira@home.example\\nCc: office@work.example"
            + "\\nDelivered-To: office@work.example | mira@home.example | office@work.example",
        "inbox | From: mira@home.example\\nReply-To: crew@far.example\\nTo: office@work.example"
            + " | crew@far.example | office@work.example",
        // one's own copy
        "sent | From: mira@home.example\\nTo: office@work.example | office@work.example | mira@home.example",
        "sent | From: office@work.example\\nTo: mira@home.example, tove@far.example"
            + " | tove@far.example | office@work.example",
        "inbox | From: office@work.example\\nTo: tove@far.example | tove@far.example | office@work.example",
        "inbox | From: office+boat@work.example\\nTo: tove@far.example | tove@far.example | office@work.example",
        "inbox | From: office@work.example\\nTo: sail@lists.example\\nDelivered-To: office@work.example"
            + " | sail@lists.example | office@work.example",
        "inbox | From: office@work.example\\nTo: sail@lists.example, mira@home.example"
            + "\\nDelivered-To: office@work.example | sail@lists.example | office@work.example",
        "inbox | From: mira@home.example\\nTo: mira@home.example | mira@home.example | mira@home.example",
        "sent | From: old@former.example\\nTo: tove@far.example | tove@far.example | mira@home.example",
        "sent | From: old@former.example\\nTo: tove@far.example\\nReply-To: crew@far.example"
            + " | crew@far.example | mira@home.example",
        // redirected
        "sent | Resent-From: office@work.example\\nResent-To: x@far.example\\nFrom: tove@far.example"
            + "\\nTo: mira@home.example | tove@far.example | office@work.example",
        "inbox | Resent-From: bo@far.example\\nResent-To: office@work.example\\nFrom: tove@far.example"
            + "\\nTo: bo@far.example | tove@far.example | office@work.example",
        "sent | Resent-From: mira@home.example\\nResent-To: x@far.example\\nFrom: office@work.example"
            + "\\nTo: tove@far.example | tove@far.example | office@work.example",
        "sent | Resent-From: office@work.example\\nResent-To: x@far.example"
            + "\\nResent-From: bo@far.example\\nResent-To: mira@home.example\\nFrom: tove@far.example"
            + "\\nTo: bo@far.example | tove@far.example | office@work.example",
        // several authors, one of them oneself
        "inbox | From: mira@home.example, tove@far.example\\nTo: office@work.example"
            + " | tove@far.example | office@work.example",
        // several own addresses: the one of this copy
        "inbox | From: tove@far.example\\nTo: office@work.example\\nCc: m.vogel@home.example"
            + "\\nDelivered-To: m.vogel@home.example | tove@far.example | m.vogel@home.example",
        "inbox | From: tove@far.example\\nTo: x@far.example | tove@far.example | mira@home.example",
      })
  void tellsOnesOwnCopyFromAMailFromAnotherOfOnesAddresses(
      String folder, String header, String to, String from) {
    Original original = Writing.original(mail(header.replace("\\n", "\n")));
    Original there = folder.equals("sent") ? original.inOwnFolder() : original;
    Draft draft = Answer.of(REPLY, there, Writing.IDENTITIES, Writing.STYLE);
    assertThat(draft.to()).isEqualTo(to);
    assertThat(draft.from()).isEqualTo(from);
    assertThat(draft.cc()).isEmpty();
  }

  @Test
  void aMailThatSomeDidNotGetIsEditedForThemAlone() {
    String mail =
        mail(
            "From: mira@home.example\nTo: Tove <tove@far.example>, bo@far.example"
                + "\nCc: ib@far.example\nBcc: eva@far.example, Kai <kai@far.example>");
    Original original = Writing.original(mail);
    Draft all = Answer.of(EDIT_AS_NEW, original, Writing.IDENTITIES, Writing.STYLE);
    assertThat(all.to()).isEqualTo("Tove <tove@far.example>, bo@far.example");
    assertThat(all.bcc()).isEqualTo("eva@far.example, Kai <kai@far.example>");
    Draft some =
        Answer.of(
            EDIT_AS_NEW,
            original.refusedFor(List.of("BO@far.example", "kai@far.example")),
            Writing.IDENTITIES,
            Writing.STYLE);
    assertThat(some.to()).isEqualTo("bo@far.example");
    assertThat(some.cc()).isEmpty();
    assertThat(some.bcc()).isEqualTo("Kai <kai@far.example>");
    assertThat(some.text()).isEqualTo(all.text());
  }

  @Test
  void mailWithoutAnAuthorLeavesTheFieldOpen() {
    assertThat(answer(REPLY, mail("To: mira@home.example")).to()).isEmpty();
    assertThat(answer(REPLY, mail("From: <>\nTo: mira@home.example")).to()).isEmpty();
    assertThat(answer(REPLY_ALL, mail("From: nobody\nTo: mira@home.example")).to()).isEmpty();
  }

  @Test
  void groupsAreTheirMembers() {
    Draft draft =
        answer(
            REPLY_ALL,
            mail(
                "From: tove@far.example"
                    + "\nTo: Crew, the: Bo <bo@far.example>, mira@home.example, ib@far.example;, "
                    + "\n Empty:;\nCc: undisclosed-recipients:;"));
    assertThat(draft.to()).isEqualTo("tove@far.example, Bo <bo@far.example>, ib@far.example");
    assertThat(draft.cc()).isEmpty();
  }

  @Test
  void listsAreAnsweredWhenTheyAreAsked() {
    String mail =
        mail(
            "From: Tove <tove@far.example>\nTo: Sailors <sail@lists.example>\nCc: bo@far.example"
                + "\nList-Id: Sailors <sail.lists.example>"
                + "\nList-Post: (moderated) <https://lists.example/post>,"
                + "\n <mailto:SAIL@lists.example?subject=x>");
    assertThat(answer(REPLY, mail).to()).isEqualTo("Tove <tove@far.example>");
    assertThat(answer(REPLY_ALL, mail).to())
        .isEqualTo("Tove <tove@far.example>, Sailors <sail@lists.example>");
    Draft list = answer(REPLY_LIST, mail);
    assertThat(list.to()).isEqualTo("Sailors <sail@lists.example>");
    assertThat(list.cc()).isEmpty();
  }

  @Test
  void theIdOfAListNamesItsAddress() {
    String mail =
        mail("From: t@far.example\nCc: Sail@Lists.example\nList-Id: <sail.lists.example>");
    assertThat(Writing.original(mail).list()).contains(new Mailbox("", "Sail@lists.example"));
    assertThat(answer(REPLY_LIST, mail).to()).isEqualTo("Sail@lists.example");
  }

  @Test
  void withoutAListAllAreAnswered() {
    String closed =
        mail(
            "From: t@far.example\nTo: sail@lists.example\nList-Id: <sail.lists.example>"
                + "\nList-Post: NO (only news)");
    String none = mail("From: t@far.example\nTo: mira@home.example, bo@far.example");
    assertThat(Writing.original(none).list()).isEmpty();
    assertThat(answer(REPLY_LIST, none).to()).isEqualTo("t@far.example, bo@far.example");
    assertThat(Writing.original(closed).list()).isEmpty();
    assertThat(Writing.original(closed.replace(" (only news)", "")).list()).isEmpty();
  }

  @Test
  void followUpsGoWhereTheAuthorWantsThem() {
    String mail =
        mail(
            "From: t@far.example\nTo: sail@lists.example, mira@home.example\nCc: bo@far.example"
                + "\nMail-Followup-To: Sailors <sail@lists.example>, mira@home.example");
    Draft all = answer(REPLY_ALL, mail);
    assertThat(all.to()).isEqualTo("Sailors <sail@lists.example>");
    assertThat(all.cc()).isEmpty();
    assertThat(answer(REPLY, mail).to()).isEqualTo("t@far.example");
  }

  @Test
  void anAnswerToTheAuthorGoesToTheAuthorsReplyToDespiteTheList() {
    String mail =
        mail(
            "From: t@far.example\nTo: sail@lists.example\nReply-To: sail@lists.example"
                + "\nMail-Reply-To: Tove <tove@far.example>");
    assertThat(answer(REPLY, mail).to()).isEqualTo("Tove <tove@far.example>");
    assertThat(answer(REPLY_ALL, mail).to())
        .isEqualTo("Tove <tove@far.example>, sail@lists.example");
    assertThat(answer(REPLY, mail.replace("Mail-Reply-To: Tove <tove@far.example>", "X: y")).to())
        .isEqualTo("sail@lists.example");
  }

  @Test
  void anIdWithoutADomainIsReferredTo() throws Exception {
    String mail =
        mail(
            "From: t@far.example\nTo: mira@home.example\nMessage-ID: <20260301.child>"
                + "\nReferences: <20260228.parent> <whole@far.example>");
    Draft draft = answer(REPLY, mail);
    String wire = new Writing().wire(draft);
    assertThat(Writing.field(wire, "In-Reply-To")).isEqualTo("<20260301.child>");
    assertThat(answer(REPLY, mail.replace("<20260301.child>", "null")).origin())
        .get()
        .extracting(Origin::messageId)
        .isEqualTo("");
    assertThat(Writing.field(wire, "References"))
        .isEqualTo("<20260228.parent> <whole@far.example> <20260301.child>");
  }

  @Test
  void namesWithCommasStayOneRecipient() {
    Draft draft =
        answer(
            REPLY_ALL,
            mail(
                "From: =?iso-8859-1?q?S=F8rensen=2C_Tove?= <tove@far.example>"
                    + "\nTo: \"Bruun, Bo \\\"B\\\"\" <bo@far.example>, mira@home.example"));
    assertThat(AddressList.parse(draft.to()).mailboxes())
        .containsExactly(
            new Mailbox("Sørensen, Tove", "tove@far.example"),
            new Mailbox("Bruun, Bo \"B\"", "bo@far.example"));
    assertThat(AddressList.parse(draft.to()).wrong()).isEmpty();
  }

  @Test
  void nameThatLooksLikeAnotherAddressStaysAName() {
    Draft draft =
        answer(
            REPLY, mail("From: \"boss@work.example\" <thief@evil.example>\nTo: mira@home.example"));
    assertThat(AddressList.parse(draft.to()).mailboxes())
        .containsExactly(new Mailbox("boss@work.example", "thief@evil.example"));
  }

  @Test
  void oddButRealAddressesAreAnswered() {
    Draft draft = answer(REPLY, mail("From: kei..ko.@mobile.example\nTo: mira@home.example"));
    AddressList to = AddressList.parse(draft.to());
    assertThat(to.wrong()).isEmpty();
    assertThat(to.mailboxes()).containsExactly(new Mailbox("", "\"kei..ko.\"@mobile.example"));
  }

  @Test
  void quotedLocalPartsStayWhole() {
    Draft draft =
        answer(
            REPLY_ALL,
            mail(
                "From: Bo <\"b,o (at) sea\"@far.example>"
                    + "\nTo: mira@home.example, \"i\\\"b\"@far.example"));
    AddressList to = AddressList.parse(draft.to());
    assertThat(to.wrong()).isEmpty();
    assertThat(to.mailboxes())
        .containsExactly(
            new Mailbox("Bo", "\"b,o (at) sea\"@far.example"),
            new Mailbox("", "\"i\\\"b\"@far.example"));
  }

  @Test
  void brokenAddressesStayToBeCorrected() {
    Draft draft =
        answer(REPLY_ALL, mail("From: t@far.example\nTo: bo@far..example, mira@home.example"));
    AddressList to = AddressList.parse(draft.to());
    assertThat(to.mailboxes()).containsExactly(new Mailbox("", "t@far.example"));
    assertThat(to.wrong()).extracting(Wrong::text).containsExactly("bo@far..example");
  }

  @Test
  void tenThousandRecipientsAreBounded() {
    String crowd =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "Sailor " + i + " <s" + i + "@far.example>")
            .collect(Collectors.joining(",\n "));
    String mail = mail("From: t@far.example\nTo: " + crowd);
    assertThat(Writing.original(mail).hasTooManyRecipients()).isTrue();
    List<Mailbox> to = AddressList.parse(answer(REPLY_ALL, mail).to()).mailboxes();
    assertThat(to).hasSize(AddressList.MAX_MAILBOXES);
    assertThat(to.get(0).address()).isEqualTo("t@far.example");
    assertThat(to.get(1999).address()).isEqualTo("s1998@far.example");
  }

  @Test
  void fiveHundredRecipientsAreAllAnswered() {
    String crowd =
        IntStream.range(0, 1_500)
            .mapToObj(i -> "s" + i + "@far.example")
            .collect(Collectors.joining(", "));
    Draft draft = answer(REPLY_ALL, mail("From: t@far.example\nTo: " + crowd));
    assertThat(AddressList.parse(draft.to()).mailboxes()).hasSize(1_501);
  }

  // ---- the identity

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "To: Office@work.example, mira@home.example             | office@work.example",
        "To: x@far.example\\nCc: office+boat@work.example        | office@work.example",
        "To: sail@lists.example\\nDelivered-To: m.vogel@home.example | m.vogel@home.example",
        "To: s@l.example\\nX-Original-To: office@work.example\\nDelivered-To: mira@home.example"
            + " | office@work.example",
        "Delivered-To: mira@home.example\\nDelivered-To: office@work.example | office@work.example",
        "To: s@l.example\\nEnvelope-To: <office@work.example>    | office@work.example",
        "Received: from a by b\\n\twith LMTP id 7 for <office@work.example>;\\n\tMon, 9 Mar 2026"
            + " | office@work.example",
        "To: stranger@far.example                                | mira@home.example"
      })
  void writesFromTheAddressThatTheMailCameTo(String header, String from) {
    String mail = mail("From: t@far.example\n" + header.replace("\\n", "\n"));
    assertThat(answer(REPLY, mail).from()).isEqualTo(from);
    assertThat(answer(FORWARD, mail).from()).isEqualTo(from);
  }

  @Test
  void withoutIdentitiesTheSenderIsOpen() {
    Draft draft =
        Answer.of(
            REPLY,
            Writing.original(mail("From: t@far.example\nTo: mira@home.example")),
            List.of(),
            Writing.STYLE);
    assertThat(draft.from()).isEmpty();
    assertThat(draft.to()).isEqualTo("t@far.example");
  }

  // ---- subjects

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Boat                      | Re: Boat                  | Fwd: Boat",
        "Re: Boat                  | Re: Boat                  | Fwd: Re: Boat",
        "RE:RE : re[3]: Re(2): Boat| Re: Boat                  | Fwd: Re: Boat",
        "AW: Re: SV: VS: Boat      | Re: Boat                  | Fwd: Re: Boat",
        "Antw: Odp: RES: Boat      | Re: Boat                  | Fwd: Re: Boat",
        "回复：Re: 答复: Boat         | Re: Boat                  | Fwd: Re: Boat",
        "RE\u00a0: TR\u202f: Boat    | Re: TR\u202f: Boat       | Fwd: Re: Boat",
        "Re: [sail] Re: Boat       | Re: [sail] Re: Boat       | Fwd: Re: [sail] Re: Boat",
        "Regarding: Re             | Re: Regarding: Re         | Fwd: Regarding: Re",
        "Reply: yes                | Re: Reply: yes            | Fwd: Reply: yes",
        "Fwd: Boat                 | Re: Fwd: Boat             | Fwd: Boat",
        "WG: FW: TR: Boat          | Re: WG: FW: TR: Boat      | Fwd: Boat",
        "Re: Fwd: Re: Boat         | Re: Fwd: Re: Boat         | Fwd: Re: Boat",
        "1: Re: 2                  | Re: 1: Re: 2              | Fwd: 1: Re: 2",
        "Re:                       | Re:                       | Fwd: Re:",
        "''                        | Re:                       | Fwd:"
      })
  void prefixesDoNotPileUp(String subject, String reply, String forward) {
    assertThat(Subjects.reply(subject)).isEqualTo(reply);
    assertThat(Subjects.forward(subject)).isEqualTo(forward);
    assertThat(Subjects.reply(reply)).isEqualTo(reply);
    assertThat(Subjects.forward(forward)).isEqualTo(forward);
  }

  // ---- references

  @Test
  void answersContinueTheConversation() {
    Draft draft =
        answer(
            REPLY,
            mail(
                "From: t@far.example\nReferences: <root@a.example>\n\t<b0@a.example>"
                    + "\nIn-Reply-To: <b0@a.example>"));
    Origin origin = draft.origin().orElseThrow();
    assertThat(origin.kind()).isEqualTo(Origin.Kind.REPLY);
    assertThat(origin.folder()).isEqualTo(3);
    assertThat(origin.uid()).isEqualTo(14);
    assertThat(origin.messageId()).isEqualTo("b1@far.example");
    assertThat(origin.references())
        .containsExactly("root@a.example", "b0@a.example", "b1@far.example");
  }

  @Test
  void parentWithoutReferencesIsKnownByWhatItAnswers() {
    Draft draft = answer(REPLY, mail("From: t@far.example\nIn-Reply-To: <b0@a.example>"));
    assertThat(draft.origin().orElseThrow().references())
        .containsExactly("b0@a.example", "b1@far.example");
    Draft two =
        answer(REPLY, mail("From: t@far.example\nIn-Reply-To: <b0@a.example> <c0@a.example>"));
    assertThat(two.origin().orElseThrow().references()).containsExactly("b1@far.example");
  }

  @ParameterizedTest
  @CsvSource({"''", "<>", "null", "< >", "<a b>", "no-sign", "<gr\u00fcn@a.example>"})
  void anInvalidIdIsNotReferredTo(String id) {
    String mail =
        "From: t@far.example\nMessage-ID: " + id + "\nReferences: <r@a.example>\n\ntext\n";
    Origin origin = answer(REPLY, mail).origin().orElseThrow();
    assertThat(origin.messageId()).isEmpty();
    assertThat(origin.references()).containsExactly("r@a.example");
  }

  @Test
  void longConversationsLoseTheirMiddle() {
    String references =
        IntStream.range(0, 300)
            .mapToObj(i -> "<" + i + "@a.example>")
            .collect(Collectors.joining("\n "));
    List<String> ids =
        answer(REPLY, mail("From: t@far.example\nReferences: " + references))
            .origin()
            .orElseThrow()
            .references();
    assertThat(ids).hasSize(References.MAX_IDS).startsWith("0@a.example");
    assertThat(ids).endsWith("298@a.example", "299@a.example", "b1@far.example");
  }

  @Test
  void forwardBeginsAConversation() {
    Origin origin =
        answer(FORWARD, mail("From: t@far.example\nReferences: <r@a.example>"))
            .origin()
            .orElseThrow();
    assertThat(origin.kind()).isEqualTo(Origin.Kind.FORWARD);
    assertThat(origin.references()).isEmpty();
  }
}
